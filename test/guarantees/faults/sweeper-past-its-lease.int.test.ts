import { LambdaClient, UpdateFunctionConfigurationCommand } from '@aws-sdk/client-lambda'
import { Duration } from 'aws-cdk-lib'
import type { ApiCall } from 'serverless-outbox/local'
import { expect, it, vi } from 'vitest'
import { type OutboxCloud, startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { entriesOf } from './entries-of.js'
import { SWEEPER } from './functions.js'
import { isClaim } from './statements.js'
import { writeDue } from './write-due.js'

vi.setConfig({ testTimeout: 240_000 })

/** The construct allows no sweep that is longer than half a lease; whoever may change the function does. */
async function startWithLongSweeps(): Promise<OutboxCloud> {
  const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.hours(1) } }))
  const { cloud } = fixture
  const lambda = new LambdaClient(cloud.clientConfig)
  await lambda.send(
    new UpdateFunctionConfigurationCommand({ FunctionName: cloud.physicalId(SWEEPER), Timeout: 900 }),
  )
  lambda.destroy()
  return fixture
}

interface Stall {
  /** Resolves once it stands still. */
  readonly begun: Promise<void>
  readonly end: () => void
  /** The calls that it made after the stall. */
  readonly lateCalls: () => readonly string[]
}

/** The first sweeper that makes such a call stands still from there on; another one does not. */
function stallFirst({ cloud }: OutboxCloud, at: (call: ApiCall) => boolean, when: 'before' | 'after'): Stall {
  let begin: () => void = () => undefined
  let end: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let stalled: string | undefined
  const late: string[] = []
  cloud.intercept(async (call, next) => {
    const worker = call.caller.environmentId
    if (stalled === undefined && worker !== undefined && at(call)) {
      stalled = worker
      const answer = when === 'after' ? await next() : undefined
      begin()
      await call.idle(() => ended)
      return answer ?? next()
    }
    // When time jumps past its lease, its own time-outs fire; what it calls then waits with it.
    if (worker === undefined || worker !== stalled) return next()
    await call.idle(() => ended)
    late.push(call.operation)
    return next()
  })
  return { begun, end, lateCalls: () => late }
}

it('a sweeper that stands still in its call past its lease cannot touch the rows any more', async () => {
  const fixture = await startWithLongSweeps()
  const { cloud, ledger } = fixture
  const [, , unlucky] = await writeDue(fixture, ['a', 'a', 'a'])
  const stall = stallFirst(fixture, (call) => entriesOf(call).length > 0, 'before')
  const first = cloud.invoke(SWEEPER, {})
  await stall.begun

  // The second one takes over. One entry fails alone, so one row is pending under the second one's fence.
  cloud.clock.jump('3m')
  cloud.faults.inject({
    service: 'events',
    operation: 'PutEvents',
    kind: 'partial',
    entries: ({ Detail }) => String(Detail).includes(String(unlucky?.eventId)),
    to: '2m',
  })
  expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ kind: 'success' })
  const rowsOfTheSecond = await readRows(fixture)
  expect(rowsOfTheSecond.map(({ obStatus }) => obStatus).sort()).toEqual([
    'PENDING',
    'PUBLISHED',
    'PUBLISHED',
  ])

  // The first one's call reaches EventBridge after all, and it tries to give its rows back.
  stall.end()
  expect(await first).toMatchObject({ kind: 'success' })
  expect(stall.lateCalls()).toContain('BatchExecuteStatement')
  expect(await readRows(fixture)).toEqual(rowsOfTheSecond)

  await cloud.clock.advance('5m')
  await cloud.invoke(SWEEPER, {})
  await ledger.arrived(published(cloud).length)
  expect((await readRows(fixture)).map(({ obStatus }) => obStatus)).toEqual(Array(3).fill('PUBLISHED'))
  const { duplicates, ...balance } = ledger.balance()
  expect(balance).toMatchObject({ arrived: 3, lost: [], phantom: [], altered: [] })
  // Each event was held by two workers at once, one time: that is one duplicate of each.
  expect(duplicates).toBe(3)
  for (const { eventId } of ledger.arrivals()) expect(ledger.arrivalsOf(eventId)).toHaveLength(2)
})

it('a sweeper that hears of its claim only after the lease has lapsed sends nothing', async () => {
  const fixture = await startWithLongSweeps()
  const { cloud, ledger } = fixture
  await writeDue(fixture, ['a', 'a', 'a'])
  const stall = stallFirst(fixture, isClaim, 'after')
  const first = cloud.invoke(SWEEPER, {})
  await stall.begun
  cloud.clock.jump('3m')
  expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ kind: 'success' })
  const rowsOfTheSecond = await readRows(fixture)
  expect(rowsOfTheSecond).toMatchObject(Array(3).fill({ obStatus: 'PUBLISHED', obClaims: 2 }))

  stall.end()
  expect(await first).toMatchObject({ kind: 'success' })
  expect(await readRows(fixture)).toEqual(rowsOfTheSecond)
  await ledger.complete()
  await ledger.arrived(published(cloud).length)
  expect(ledger.balance()).toMatchObject({ arrived: 3, lost: [], phantom: [], duplicates: 0, altered: [] })
})
