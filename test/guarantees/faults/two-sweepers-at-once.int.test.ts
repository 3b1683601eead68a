import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { Duration } from 'aws-cdk-lib'
import { ConnectionReset } from 'serverless-outbox/local'
import { expect, it, onTestFinished } from 'vitest'
import { startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { SWEEPER } from './functions.js'
import { isClaim } from './statements.js'
import { writeDue } from './write-due.js'

const ROWS = 10

it('two sweepers that have both read the same due rows publish each event once', async () => {
  const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.hours(1) } }))
  const { cloud, ledger } = fixture
  const lambda = new LambdaClient(cloud.clientConfig)
  onTestFinished(() => lambda.destroy())
  const sweepTwice = async (): Promise<void> => {
    const command = () => new InvokeCommand({ FunctionName: cloud.physicalId(SWEEPER), Payload: '{}' })
    const answers = await Promise.all([lambda.send(command()), lambda.send(command())])
    for (const { FunctionError } of answers) expect(FunctionError).toBeUndefined()
  }
  // Both environments are warm then, so that neither waits long for the other.
  await sweepTwice()
  // Of two shards, and no more than a first page: a sweeper reads them all before it claims any.
  await writeDue(
    fixture,
    Array.from({ length: ROWS }, (_, index) => (index % 2 === 0 ? 'a' : 'b')),
  )

  const reads = new Map<string | undefined, Set<string>>()
  const claimers = new Set<string | undefined>()
  let bothHaveRead: () => void = () => undefined
  const barrier = new Promise<void>((resolve) => {
    bothHaveRead = resolve
  })
  cloud.intercept(async (call, next, signal) => {
    const worker = call.caller.environmentId
    if (isClaim(call)) {
      await barrier
      claimers.add(worker)
      // A claim whose sender has given it up is not to be made by nobody.
      if (signal.aborted) throw new ConnectionReset()
    }
    const answer = await next()
    if (call.operation === 'BatchGetItem') {
      const read = reads.get(worker) ?? new Set()
      for (const { sk } of keysOf(call.input)) read.add(sk.S)
      reads.set(worker, read)
      if ([...reads.values()].filter(({ size }) => size === ROWS).length === 2) bothHaveRead()
    }
    return answer
  })
  await sweepTwice()
  expect(claimers.size).toBe(2)
  await ledger.complete()
  await ledger.arrived(published(cloud).length)
  // No lease lapsed, so no event is sent twice.
  expect(ledger.balance()).toMatchObject({
    arrived: ROWS,
    lost: [],
    phantom: [],
    duplicates: 0,
    altered: [],
  })
  expect(await readRows(fixture)).toMatchObject(Array(ROWS).fill({ obStatus: 'PUBLISHED', obClaims: 1 }))
})

function keysOf(
  input: Readonly<Record<string, unknown>>,
): readonly { readonly sk: { readonly S: string } }[] {
  const tables = input['RequestItems'] as Readonly<Record<string, { readonly Keys: [] }>>
  return Object.values(tables).flatMap(({ Keys }) => Keys)
}
