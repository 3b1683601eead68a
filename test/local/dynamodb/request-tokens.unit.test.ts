import { expect, it } from 'vitest'
import { RequestTokens } from '../../../lib/local/dynamodb/request-tokens.js'
import { ManualClock } from '../lambda/manual-clock.js'

const MINUTE = 60_000

function start(): { readonly clock: ManualClock; readonly tokens: RequestTokens } {
  const clock = new ManualClock()
  return { clock, tokens: new RequestTokens(clock) }
}

/** A whole request. */
function use(tokens: RequestTokens, token: string): string {
  const told = tokens.engineToken(token)
  tokens.completed(token)
  return told
}

it('is the same for ten minutes after the first request was completed', () => {
  const { clock, tokens } = start()
  expect(tokens.engineToken('a')).toBe('a')
  clock.advance(20 * MINUTE)
  expect(tokens.engineToken('a')).toBe('a')
  tokens.completed('a')
  clock.advance(9 * MINUTE)
  expect(use(tokens, 'a')).toBe('a')
  clock.advance(MINUTE)
  expect(tokens.engineToken('a')).not.toBe('a')
})

it('is another one each time that the ten minutes are over, of at most 36 characters', () => {
  const { clock, tokens } = start()
  const seen = new Set<string>()
  for (let n = 0; n < 20; n += 1) {
    const told = use(tokens, 'a')
    expect(told.length).toBeLessThanOrEqual(36)
    seen.add(told)
    use(tokens, `other ${n}`)
    clock.advance(11 * MINUTE)
  }
  expect(seen.size).toBe(20)
})

it('is forgotten after the ten minutes', () => {
  const { clock, tokens } = start()
  for (let n = 0; n < 1000; n += 1) {
    use(tokens, `token ${n}`)
    clock.advance(MINUTE)
  }
  expect(tokens.size).toBeLessThanOrEqual(11)
})

it('of a request under way is not forgotten, and keeps none of the others', () => {
  const { clock, tokens } = start()
  tokens.engineToken('slow')
  for (let n = 0; n < 100; n += 1) {
    use(tokens, `token ${n}`)
    clock.advance(MINUTE)
  }
  expect(tokens.size).toBeLessThanOrEqual(12)
  expect(tokens.engineToken('slow')).toBe('slow')
})
