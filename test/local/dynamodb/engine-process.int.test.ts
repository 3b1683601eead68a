import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, it, vi } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { enginesOf, isRunning } from '../processes.js'
import { startCloud } from '../start-cloud.js'
import { QUEUES, TABLE } from '../templates.js'
import { writeAssembly } from '../write-assembly.js'

/** The engine of the package, even when the tests run on another one. */
const ownEngine = { dynamodbEndpoint: '' }
const names = async (cloud: LocalCloud): Promise<readonly string[]> =>
  (await new DynamoDBClient(cloud.clientConfig).send(new ListTablesCommand({}))).TableNames ?? []

describe('the engine that the local cloud starts', () => {
  it('ends with it', async () => {
    const cloud = await startCloud({ Table: TABLE }, ownEngine)
    const [engine = 0] = await enginesOf(process.pid)
    expect(await isRunning(engine)).toBe(true)
    await cloud.stop()
    expect(await enginesOf(process.pid)).toEqual([])
  })

  it('does not stay when the start fails half-way', async () => {
    const broken = {
      Table: TABLE,
      Alien: { Type: 'AWS::Alien::Thing' },
      Queue: {
        Type: 'AWS::SQS::Queue',
        Properties: { KmsMasterKeyId: { Ref: 'Alien' } },
        DependsOn: 'Table',
      },
    }
    await expect(startCloud(broken, ownEngine)).rejects.toThrow(/refers to AWS::Alien::Thing 'Alien'/)
    expect(await enginesOf(process.pid)).toEqual([])
  })

  it('does not outlive a process that is killed', async () => {
    const assembly = await writeAssembly({ stacks: { Shop: { template: { Resources: { Table: TABLE } } } } })
    const script = `
      import { startEnforcedCloud } from './test/local/iam/enforced-cloud.js'
      await startEnforcedCloud({ assembly: ${JSON.stringify(assembly.directory)}, dynamodbEndpoint: '' })
      console.log('started')
    `
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    })
    await once(createInterface({ input: child.stdout }), 'line')
    const [engine = 0] = await enginesOf(child.pid ?? 0)
    expect(await isRunning(engine)).toBe(true)
    child.kill('SIGKILL')
    await vi.waitUntil(async () => !(await isRunning(engine)), { timeout: 10_000 })
    await assembly.remove()
  })

  it('is not started for an app without tables', async () => {
    await startCloud(QUEUES, ownEngine)
    expect(await enginesOf(process.pid)).toEqual([])
  })
})

describe('a DynamoDB that others use, too', () => {
  it('gets tables of unique names, which are deleted at the end', async () => {
    const shared = await startCloud({ Other: TABLE }, ownEngine)
    const before = await names(shared)
    const options = { dynamodbEndpoint: shared.endpoint }
    const first = await startCloud({ Table: TABLE }, options)
    const second = await startCloud({ Table: TABLE }, options)
    expect(new Set(await names(shared))).toEqual(
      new Set([...before, first.physicalId('Table'), second.physicalId('Table')]),
    )
    await first.stop()
    await second.stop()
    expect(await names(shared)).toEqual(before)
  })

  it('keeps a table that it had before, whose name the template fixes', async () => {
    const fixed = { ...TABLE, Properties: { ...TABLE.Properties, TableName: 'orders' } }
    const shared = await startCloud({ Other: fixed }, ownEngine)
    await expect(startCloud({ Table: fixed }, { dynamodbEndpoint: shared.endpoint })).rejects.toThrow(
      /already has a table 'orders', which is not touched/,
    )
    expect(await names(shared)).toEqual(['orders'])
  })

  it('that does not answer is named with the way out', async () => {
    const gone = await startCloud({})
    await gone.stop()
    await expect(startCloud({ Table: TABLE }, { dynamodbEndpoint: gone.endpoint })).rejects.toThrow(
      `No DynamoDB answers at ${gone.endpoint} (option dynamodbEndpoint or environment variable DYNAMODB_ENDPOINT). Start one there, for example: docker run -p 8000:8000 amazon/dynamodb-local`,
    )
    await expect(startCloud({ Table: TABLE }, { dynamodbEndpoint: 'localhost 8000' })).rejects.toThrow(
      'Expected the DynamoDB endpoint to be a URL such as http://127.0.0.1:8000, got `localhost 8000` (string)',
    )
  })
})
