import { describe, expect, it } from 'vitest'
import { startCloud } from '../start-cloud.js'
import { details, once, putEvents } from './put-events.js'

describe('a connection', () => {
  it('that is dropped before the request has no effect, and the SDK tries again', async () => {
    const cloud = await startCloud({})
    const remove = cloud.faults.inject({ service: 'events', kind: 'reset' })
    await expect(putEvents(cloud, [1])).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(details(cloud)).toEqual([])
    remove()
    cloud.faults.inject({ service: 'events', kind: 'reset', times: 1 })
    expect(await putEvents(cloud, [2], { maxAttempts: 2 })).toMatchObject({ $metadata: { attempts: 2 } })
    expect(details(cloud)).toEqual(['{"n":2}'])
  })

  it('that is dropped before the answer has an effect, twice when the SDK tries again', async () => {
    const cloud = await startCloud({})
    cloud.faults.inject({ service: 'events', operation: 'PutEvents', kind: 'lost-answer', times: 1 })
    expect(await putEvents(cloud, [1], { maxAttempts: 2 })).toMatchObject({ $metadata: { attempts: 2 } })
    expect(details(cloud)).toEqual(['{"n":1}', '{"n":1}'])
    expect(cloud.calls().map(({ errorCode }) => errorCode)).toEqual(['ConnectionReset', undefined])
  })

  it('without an answer ends by the time-out of the client, without an effect', async () => {
    const cloud = await startCloud({})
    const remove = cloud.faults.inject({ service: 'events', kind: 'time-out' })
    const requestHandler = { requestTimeout: 100, throwOnRequestTimeout: true }
    await expect(putEvents(cloud, [1], { ...once, requestHandler })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await cloud.quiet()
    expect(details(cloud)).toEqual([])
    remove()
    await putEvents(cloud, [2])
    expect(details(cloud)).toEqual(['{"n":2}'])
  })

  it('that is held lets time pass, and is dropped when the span is over', async () => {
    const cloud = await startCloud({})
    cloud.faults.outage('events', { to: '10m', kind: 'time-out' })
    const begin = cloud.clock.now()
    let end: number | undefined
    const dropped = putEvents(cloud, [1]).catch((error: unknown) => {
      end = cloud.clock.now()
      return error
    })
    await cloud.clock.advance('9m')
    expect(end).toBeUndefined()
    await cloud.clock.advance('2m')
    expect(await dropped).toMatchObject({ code: 'ECONNRESET' })
    expect((end ?? 0) - begin).toBeGreaterThanOrEqual(600_000)
    expect(details(cloud)).toEqual([])
  })

  it('that is held is dropped when the fault is removed, all are cleared, or the local cloud ends', async () => {
    const cloud = await startCloud({})
    const held = async (release: () => unknown): Promise<unknown> => {
      const struck = new Promise<void>((resolve) => {
        cloud.listen({ onFault: () => resolve() })
      })
      const answer = putEvents(cloud, [1]).catch((error: unknown) => error)
      await struck
      await release()
      return answer
    }
    const remove = cloud.faults.inject({ service: 'events', kind: 'time-out' })
    expect(await held(remove)).toMatchObject({ code: 'ECONNRESET' })
    cloud.faults.inject({ service: 'events', kind: 'time-out' })
    expect(await held(() => cloud.faults.clear())).toMatchObject({ code: 'ECONNRESET' })
    cloud.faults.inject({ service: 'events', kind: 'time-out' })
    expect(await held(() => cloud.stop())).toMatchObject({ code: 'ECONNRESET' })
  })

  it('that is slow lets time pass before the service is asked', async () => {
    const cloud = await startCloud({})
    cloud.faults.inject({ service: 'events', kind: 'latency', latency: '40s' })
    const begin = cloud.clock.now()
    let end: number | undefined
    const put = putEvents(cloud, [1]).then(() => {
      end = cloud.clock.now()
    })
    await cloud.clock.advance('39s')
    expect(details(cloud)).toEqual([])
    await cloud.clock.advance('1s')
    await put
    expect((end ?? 0) - begin).toBeGreaterThanOrEqual(40_000)
    expect(details(cloud)).toEqual(['{"n":1}'])
  })
})
