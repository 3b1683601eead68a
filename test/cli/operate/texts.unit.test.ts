import { describe, expect, it, vi } from 'vitest'
import { ageText } from '../../../lib/cli/operate/age-text.js'
import { aggregateArgument } from '../../../lib/cli/operate/aggregate-argument.js'
import { confirmed } from '../../../lib/cli/operate/confirmed.js'
import { countArgument } from '../../../lib/cli/operate/count-argument.js'
import { errorCodeOf } from '../../../lib/cli/operate/error-code-of.js'
import { jsonText } from '../../../lib/cli/operate/json-text.js'
import { oldEventsLine } from '../../../lib/cli/operate/redrive/old-events-line.js'
import { textTable } from '../../../lib/cli/operate/text-table.js'
import { withOutbox } from '../../../lib/cli/operate/with-outbox.js'

const DAY = 24 * 60 * 60_000

describe('texts of the operating commands', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [3_599, '59 min'],
    [3_600, '1 h 0 min'],
    [90_000, '1 d 1 h'],
  ])('%i seconds are %s', (seconds, text) => {
    expect(ageText(seconds)).toBe(text)
  })

  it('shows control characters of a row as question marks', () => {
    expect(
      textTable(
        ['A', 'B'],
        [
          ['\u001b[31mred\n', 'x'],
          ['y', ''],
        ],
      ),
    ).toEqual(['A          B', '?[31mred?  x', 'y'])
  })

  it('makes a table of more rows than a function takes arguments', () => {
    const lines = textTable(['A'], Array(150_000).fill(['xyz']))
    expect(lines).toHaveLength(150_001)
    expect(lines.at(-1)).toBe('xyz')
  })

  it('escapes in JSON what a terminal may obey, and says the same', () => {
    const told = { id: '\u001b]0;a\u0007 \u009d0;b\u009c \u007f \u2028', text: 'grüße 💬' }
    const text = jsonText(told)
    expect(text).not.toMatch(/[\p{Cc}\u2028]/u)
    expect(text).toContain('grüße 💬')
    expect(JSON.parse(text)).toEqual(told)
  })

  it('asks and tells nothing that a terminal obeys', async () => {
    const asked: string[] = []
    const ask = async (question: string): Promise<string> => {
      asked.push(question)
      return ''
    }
    await confirmed({ out: vi.fn(), error: vi.fn(), ask }, 'Redrive \u001b]0;a\u0007', {})
    const error = vi.fn()
    const aws = async (): Promise<never> => {
      throw new Error('of AWS \u009b2J')
    }
    await withOutbox({ table: 't', region: 'us-east-1' }, { out: vi.fn(), error }, aws)
    expect([...asked, ...error.mock.calls.flat()]).toEqual(['Redrive ?]0;a?? [y/N] ', 'Error: of AWS ?2J'])
  })

  it.each([
    ['Order/42', { aggregateType: 'Order', aggregateId: '42' }],
    ['Order/a/b', { aggregateType: 'Order', aggregateId: 'a/b' }],
  ])('reads %s', (text, name) => {
    expect(aggregateArgument(text)).toEqual(name)
  })

  it.each(['Order', '/42', 'Order/', 'Or#der/1', ''])('refuses %j as an aggregate', (text) => {
    expect(() => aggregateArgument(text)).toThrow('Expected <Type>/<id>, as Order/42.')
  })

  it.each(['0', '-1', '1.5', 'x', '', '11', '1e1'])('refuses %j as a number from 1 to 10', (text) => {
    expect(() => countArgument(10)(text)).toThrow('Expected a whole number from 1 to 10.')
  })

  it('takes the code of an error', () => {
    expect(errorCodeOf('AccessDenied: no: way')).toBe('AccessDenied')
    expect(errorCodeOf('AccessDenied')).toBe('AccessDenied')
  })

  it('warns of what inboxes may have forgotten', () => {
    const row = (age: number) => ({
      key: { partition: 'OUTBOX#Order#1', sort: 'e' },
      identity: { aggregateType: 'Order', aggregateId: '1', eventId: 'e' },
      status: 'DEAD',
      attempts: 1,
      writtenAt: 100 * DAY - age,
    })
    expect(oldEventsLine([row(35 * DAY)], 100 * DAY)).toBeUndefined()
    expect(oldEventsLine([row(36 * DAY), row(DAY)], 100 * DAY)).toBe(
      'Warning: 1 of them is older than 35 days, the default memory of an inbox: a consumer that handled one before may apply it again.',
    )
  })
})
