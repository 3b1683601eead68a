import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readRunningCloud } from '../../lib/cli/local/running-cloud.js'
import { enginesOf, isRunning } from '../local/processes.js'
import { QUEUES, TABLE } from '../local/templates.js'
import { writeAssembly } from '../local/write-assembly.js'

interface Started {
  readonly child: ChildProcess
  readonly pid: number
  readonly lines: readonly string[]
  /** The first line that has the text. */
  readonly line: (text: string) => Promise<string>
  readonly exitCode: Promise<number | null>
}

function outbox(...args: readonly string[]): Started {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bin/outbox.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_NO_WARNINGS: '1', DYNAMODB_ENDPOINT: '' },
  })
  const lines: string[] = []
  let rest = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      const parts = `${rest}${chunk}`.split('\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
    })
  }
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return {
    child,
    pid: child.pid ?? 0,
    lines,
    line: (text) =>
      vi.waitUntil(() => lines.find((line) => line.includes(text)), { timeout: 50_000, interval: 20 }),
    exitCode: once(child, 'close').then(([code]) => code),
  }
}

async function shop(): Promise<string> {
  const template = {
    Resources: { Table: TABLE, ...QUEUES, Alien: { Type: 'AWS::Alien::Thing' } },
    Outputs: { OrdersUrl: { Value: { Ref: 'Orders' } } },
  }
  const assembly = await writeAssembly({ stacks: { Shop: { template } } })
  onTestFinished(assembly.remove)
  return assembly.directory
}

describe('outbox local', () => {
  it('shows what runs and what happens until ctrl-C, and leaves no process', async () => {
    const assembly = await shop()
    const running = outbox('local', '--assembly', assembly)
    await running.line('Running. Ctrl-C ends it.')
    const text = running.lines.join('\n')
    expect(text).toMatch(/^warning {2}.*AWS::Alien::Thing \(Alien\)/m)
    expect(text).toMatch(/^Tables:\n {2}Shop\/Outbox\/Table {2}Shop-Table-/m)
    expect(text).toMatch(/^Queues:\n {2}DeadLetters {2}http:.*\n {2}Orders {7}http:/m)
    expect(text).toMatch(/^Outputs of Shop:\n {2}OrdersUrl {2}http:/m)

    const [, endpoint] = /AWS_ENDPOINT_URL=(\S+)/.exec(text) ?? []
    const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
    await new EventBridgeClient({ endpoint, region: 'us-east-1', credentials }).send(
      new PutEventsCommand({ Entries: [{ Source: 'shop', DetailType: 'OrderPlaced', Detail: '{}' }] }),
    )
    expect(await running.line('OrderPlaced')).toBe('event    OrderPlaced from shop on default')

    expect(await readRunningCloud(assembly)).toMatchObject({ endpoint, pid: running.pid })

    const [engine = 0] = await enginesOf(running.pid)
    expect(await isRunning(engine)).toBe(true)
    running.child.kill('SIGINT')
    expect(await running.exitCode).toBe(0)
    expect(await readRunningCloud(assembly)).toBeUndefined()
    expect(await isRunning(engine)).toBe(false)
  })

  it('prints JSON lines for programs: what runs, what goes wrong as told, and what happens', async () => {
    const faults = ['--fault', 'events:PutEvents throttle #1', '--fault', 'sqs:* server-error 10%']
    const running = outbox(
      'local',
      '--json',
      '--stack',
      'Shop',
      '--seed',
      '7',
      ...faults,
      '--assembly',
      await shop(),
    )
    const first = JSON.parse(await running.line('"endpoint"'))
    expect(first).toMatchObject({
      region: 'us-east-1',
      seed: 7,
      tables: { 'Shop/Outbox/Table': expect.stringMatching(/^Shop-Table-/) },
      outputs: { Shop: { OrdersUrl: expect.stringMatching(/^http:/) } },
      warnings: [expect.stringContaining('AWS::Alien::Thing')],
    })
    const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
    const events = new EventBridgeClient({ endpoint: first.endpoint, region: 'us-east-1', credentials })
    // Throttled once, the client sends it again.
    await events.send(
      new PutEventsCommand({
        Entries: [{ Source: 'shop', DetailType: 'OrderPlaced', Detail: '{"card":"4111"}' }],
      }),
    )
    expect(JSON.parse(await running.line('"fault"')).fault).toMatchObject({
      kind: 'throttle',
      service: 'events',
      operation: 'PutEvents',
      caller: { kind: 'user', name: 'user' },
    })
    // Without its payload.
    expect(JSON.parse(await running.line('"event"')).event).toEqual({
      bus: 'default',
      id: expect.any(String),
      source: 'shop',
      'detail-type': 'OrderPlaced',
      time: expect.any(String),
    })
    running.child.kill('SIGTERM')
    expect(await running.exitCode).toBe(0)
    expect(running.lines).toHaveLength(3)
  })

  it('names a fault whose caller does not exist and fails', async () => {
    const running = outbox('local', '--fault', 'sqs:* throttle by Nobody', '--assembly', await shop())
    expect(await running.exitCode).toBe(1)
    expect(running.lines.join('\n')).toContain("There is no resource 'Nobody'")
  })

  it('ends in order when ctrl-C comes during the start', async () => {
    const running = outbox('local', '--assembly', await shop())
    await vi.waitUntil(async () => (await enginesOf(running.pid)).length > 0, {
      timeout: 20_000,
      interval: 5,
    })
    const [engine = 0] = await enginesOf(running.pid)
    running.child.kill('SIGINT')
    expect(await running.exitCode).toBe(0)
    expect(await isRunning(engine)).toBe(false)
  })

  it('fails with the reason when there is nothing to run', async () => {
    const running = outbox('local', '--assembly', '/nowhere')
    expect(await running.exitCode).toBe(1)
    expect(running.lines.join('\n')).toContain('There is no cloud assembly in /nowhere')
  })
})
