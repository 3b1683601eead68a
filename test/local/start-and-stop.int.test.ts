import type { Worker } from 'node:worker_threads'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { administratorRoles } from './administrator-roles.js'
import { collectGarbage, heldBytes } from './collect-garbage.js'
import { ASSETS, FUNCTION, queues } from './events/fixture/target-resources.js'
import { startEnforcedCloud } from './iam/enforced-cloud.js'
import { enginesOf } from './processes.js'
import { TABLE } from './templates.js'
import { type WrittenAssembly, writeAssembly } from './write-assembly.js'

const mapping = (source: unknown, more: object): unknown => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: { EventSourceArn: source, FunctionName: { Ref: 'Worker' }, ...more },
})

/** A bit of everything: what is written to the table and what a schedule sends to the queue both reach the function. */
const RESOURCES = {
  ...administratorRoles(FUNCTION),
  ...FUNCTION,
  ...queues('Jobs'),
  Table: TABLE,
  OfTable: mapping({ 'Fn::GetAtt': ['Table', 'StreamArn'] }, { StartingPosition: 'TRIM_HORIZON' }),
  OfQueue: mapping({ 'Fn::GetAtt': ['Jobs', 'Arn'] }, {}),
  Hourly: {
    Type: 'AWS::Events::Rule',
    Properties: {
      ScheduleExpression: 'rate(1 hour)',
      Targets: [{ Id: 'jobs', Arn: { 'Fn::GetAtt': ['Jobs', 'Arn'] } }],
    },
  },
  Archive: {
    Type: 'AWS::Events::Archive',
    Properties: { SourceArn: 'arn:aws:events:us-east-1:000000000000:event-bus/default' },
  },
}

let assembly: WrittenAssembly

beforeAll(async () => {
  assembly = await writeAssembly({ stacks: { Shop: { template: { Resources: RESOURCES } } }, assets: ASSETS })
})

afterAll(() => assembly?.remove())

/** Starts a local cloud, gives each part of it something to do, and stops it. */
async function live(): Promise<WeakRef<object>> {
  // The engine of the package, even when the tests run on another one.
  const cloud = await startEnforcedCloud({ assembly: assembly.directory, dynamodbEndpoint: '' })
  const lines: string[] = []
  cloud.listen({ onLogLine: ({ line }) => lines.push(line) })
  try {
    const client = new DynamoDBClient({
      ...cloud.clientConfig,
      defaultsMode: 'standard',
      useDualstackEndpoint: false,
      useFipsEndpoint: false,
    })
    const Item = { pk: { S: 'a' }, sk: { S: 'b' } }
    await client.send(new PutItemCommand({ TableName: cloud.physicalId('Table'), Item }))
    client.destroy()
    await cloud.clock.advance('61m')
    expect(lines.some((line) => line.includes('aws:dynamodb'))).toBe(true)
    expect(lines.some((line) => line.includes('Scheduled Event'))).toBe(true)
  } finally {
    await cloud.stop()
  }
  return new WeakRef(cloud)
}

describe('a local cloud that is stopped', () => {
  it('leaves no worker, no process and no memory behind, however often one is started', async () => {
    const workers = new Set<Worker>()
    const onWorker = (worker: Worker): void => void workers.add(worker)
    process.on('worker', onWorker)
    try {
      // What the first ones load stays loaded.
      for (let round = 0; round < 2; round += 1) await live()
      const before = await heldBytes()
      const clouds: WeakRef<object>[] = []
      for (let round = 0; round < 4; round += 1) clouds.push(await live())

      expect(workers.size).toBeGreaterThanOrEqual(12)
      // A worker that has ended has no thread any more.
      expect([...workers].filter(({ threadId }) => threadId !== -1)).toEqual([])
      expect(await enginesOf(process.pid)).toEqual([])
      workers.clear()
      const growth = (await heldBytes()) - before
      await collectGarbage()
      expect(clouds.map((cloud) => cloud.deref() === undefined)).toEqual([true, true, true, true])
      expect(growth / clouds.length).toBeLessThan(1_000_000)
    } finally {
      process.off('worker', onWorker)
    }
  })
})

describe("the settings of a developer's own AWS", () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it.each([
    ['AWS_USE_FIPS_ENDPOINT', 'true'],
    ['AWS_USE_DUALSTACK_ENDPOINT', 'true'],
    ['AWS_DEFAULTS_MODE', 'no such mode'],
  ])('%s is nothing to the local cloud', async (name, value) => {
    vi.stubEnv(name, value)
    await live()
  })
})
