import { jsonResponse, type LocalCloud } from 'serverless-outbox/local'
import { describe, expect, it, vi } from 'vitest'
import { type ChaosCommand, chaosCommand } from '../../scripts/chaos/chaos-command.js'
import type { ChaosResult } from '../../scripts/chaos/verdict.js'

vi.setConfig({ testTimeout: 240_000 })

interface Ended {
  readonly code: number
  readonly result: ChaosResult
  readonly errors: readonly string[]
}

async function chaos(seed: number, command: ChaosCommand = {}): Promise<Ended> {
  const out: string[] = []
  const errors: string[] = []
  const code = await chaosCommand(
    ['--events', '60', '--kills', '5', '--seed', String(seed), '--json'],
    { out: (line) => out.push(line), error: (line) => errors.push(line) },
    command,
  )
  return { code, result: JSON.parse(out.at(-1) ?? 'null'), errors }
}

type Entry = { readonly Detail?: string }

const EVENT_ID = /"eventId":"[^"]+"/
const MADE_UP = '0190a0a0-0000-7000-8000-000000000000'

/** EventBridge as a relay would use it that has four faults: each is about one event, whenever that is sent. */
function breakProduct(cloud: LocalCloud): void {
  const relay = cloud.logicalId('Chaos/Outbox/Relay')
  const faults: ((entry: Entry) => readonly Entry[])[] = [
    () => [],
    (entry) => [entry, entry],
    (entry) => [{ ...entry, Detail: ` ${entry.Detail}` }],
    (entry) => [entry, { ...entry, Detail: entry.Detail?.replace(EVENT_ID, `"eventId":"${MADE_UP}"`) }],
  ]
  const faultOf = new Map<string, (entry: Entry) => readonly Entry[]>()
  const broken = (entry: Entry): readonly Entry[] => {
    const { Detail = '' } = entry
    const eventId = EVENT_ID.exec(Detail)?.[0] ?? ''
    const fault = faultOf.get(eventId) ?? (Detail.includes('"role":"usual"') ? faults.shift() : undefined)
    if (fault === undefined) return [entry]
    faultOf.set(eventId, fault)
    return fault(entry)
  }
  cloud.intercept(async (call, next) => {
    if (call.operation !== 'PutEvents' || call.caller.name !== relay) return next()
    const entries = call.input['Entries'] as readonly Entry[]
    const sent = entries.map(broken)
    if (sent.every(([entry], index) => entry === entries[index] && sent[index]?.length === 1)) return next()
    const answer = sent.flat().length === 0 ? undefined : await next({ ...call.input, Entries: sent.flat() })
    if (answer !== undefined && answer.statusCode >= 400) return answer
    // Told of one entry each; those that were swallowed are said to be taken.
    const results: unknown[] = answer === undefined ? [] : JSON.parse(answer.body.toString('utf8')).Entries
    const Entries = sent.map((list) => results.splice(0, list.length)[0] ?? { EventId: 'taken' })
    return jsonResponse({ FailedEntryCount: 0, Entries })
  })
}

describe('chaos', () => {
  it('loses nothing while relay, sweeper and redrive are killed, and says so', async () => {
    const { code, result, errors } = await chaos(7)
    expect(errors.at(-1)).toMatch(/min of the cloud's time took/)
    const { duplicates, duplicateBound, reordered, ...exact } = result
    expect(exact).toEqual({
      committed: 60,
      delivered: 60,
      lost: 0,
      phantom: 0,
      deadLettered: 2,
      redriven: 2,
      kills: 5,
      seed: 7,
      altered: 0,
    })
    expect(duplicates).toBeLessThanOrEqual(duplicateBound)
    expect(reordered).toBeGreaterThanOrEqual(0)
    expect(code).toBe(0)
  })

  it('tells an event that is swallowed, one that is sent twice, one that is altered and one that is made up', async () => {
    const { code, result, errors } = await chaos(8, { onStarted: breakProduct })
    expect(result).toMatchObject({ committed: 60, delivered: 59, lost: 1, phantom: 1, altered: 1, kills: 5 })
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^1 event lost: /),
        `1 event came although nobody committed it: ${MADE_UP}`,
        expect.stringMatching(/^1 event came with other bytes: /),
        expect.stringMatching(/^\d+ events? came more often than anything explains: /),
      ]),
    )
    expect(code).toBe(1)
  })

  it('stops where it is when it is interrupted', async () => {
    const stopping = new AbortController()
    const onStarted = (cloud: LocalCloud): void => {
      cloud.listen({ onEvent: () => stopping.abort(new Error('Interrupted')) })
    }
    await expect(chaos(9, { onStarted, signal: stopping.signal })).rejects.toThrow('Interrupted')
  })
})
