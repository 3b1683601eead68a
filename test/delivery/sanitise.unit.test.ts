import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitise } from '../../lib/delivery/sanitise.js'

const FORBIDDEN = /[\p{Cc}\p{Cs}\ufffe\uffff\u2028\u2029]/u

describe('an error as a row keeps it', () => {
  it('is as it was when it is short and plain', () => {
    expect(sanitise('InvalidArgument: Größe 😀')).toBe('InvalidArgument: Größe 😀')
  })

  it('is one line without control characters, lone surrogates and non-characters', () => {
    expect(sanitise('a\r\nb\tc\u0000d\ud800e\ufffef\uffffg\u2028h\u0085i\n')).toBe('a b c d e f g h i')
  })

  it('is at most 512 bytes of valid UTF-8', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 700 }),
          fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\ud800', '\n'), maxLength: 700 }),
        ),
        (text) => {
          const kept = sanitise(text)
          const bytes = Buffer.from(kept)
          expect(bytes.byteLength).toBeLessThanOrEqual(512)
          expect(bytes.toString('utf8')).toBe(kept)
          expect(FORBIDDEN.test(kept)).toBe(false)
        },
      ),
    )
  })

  it.each(['a', 'é', '€', '😀'])('is cut between characters: %s', (character) => {
    for (const before of ['', 'x', 'xx', 'xxx']) {
      const kept = sanitise(before + character.repeat(600))
      expect(kept).toBe(before + character.repeat([...kept].length - before.length))
      expect(Buffer.byteLength(kept)).toBeGreaterThan(500)
    }
  })
})
