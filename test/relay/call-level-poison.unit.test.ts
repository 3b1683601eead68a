import { describe, expect, it } from 'vitest'
import type { SendResult } from '../../lib/destination/event-destination.js'
import { idOf } from '../delivery/make-row.js'
import { ACCEPTED, answered, type Script, UNAVAILABLE } from '../delivery/scripted-destination.js'
import { NONE, relayWorld } from './relay-world.js'

// Isolation: "One bad event delays no event of another aggregate." Here one event makes each call that holds it end
// with a server error, a reset or a time-out, while the bus takes everything else, heartbeats included.
const poisoned =
  (id: string, result: SendResult = UNAVAILABLE): Script['answer'] =>
  (events) =>
    events.some((event) => idOf(event) === id) ? result : answered(events.map(() => ACCEPTED))

describe('an event that makes its whole call fail with a server error', () => {
  it('delays no event of another aggregate', async () => {
    const world = relayWorld({ script: { answer: poisoned('b1'), probe: () => undefined } })
    const records = world.write(['a1', 'b1', 'c1', 'd1'])
    // Fifty invocations: as good as for ever.
    let left = records
    for (let round = 0; round < 50 && left.length > 0; round += 1) {
      const { batchItemFailures } = await world.handle(left)
      const [failure] = batchItemFailures
      left =
        failure === undefined
          ? []
          : left.slice(left.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failure.itemIdentifier))
    }
    expect(['a1', 'c1', 'd1'].map(world.state)).toEqual(['PUBLISHED/-', 'PUBLISHED/-', 'PUBLISHED/-'])
    // And the shard goes on: what stands behind this batch waits for nothing.
    expect(left).toEqual([])
  })

  it('does not make the shard wait for it once it is alone', async () => {
    const world = relayWorld({ script: { answer: poisoned('b1'), probe: () => undefined } })
    const records = world.write(['b1'])
    let answer = NONE
    for (let round = 0; round < 50; round += 1) answer = await world.handle(records)
    expect(answer).toEqual(NONE)
  })
})
