import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { TimeRange } from '../../lib/replay/archive-objects.js'
import { ArchiveSource } from '../../lib/replay/archive-source.js'
import { archived, packed } from './archived.js'
import { type StoredArchive, storedArchive } from './stored-archive.js'

const HOUR_9 = 'Shop/Outbox/date=2026-11-30/hour=09/'
const HOUR_10 = 'Shop/Outbox/date=2026-11-30/hour=10/'

const sourceOf = ({ client }: StoredArchive, range: TimeRange = {}): ArchiveSource =>
  new ArchiveSource({ client, bucket: 'archive', outboxName: 'Shop/Outbox', ...range })

/** Events by their ids, the others by their kind. */
async function read(source: ArchiveSource, after?: string): Promise<string[]> {
  const items: string[] = []
  for await (const item of source.read(after))
    items.push(item.kind === 'event' ? item.event.eventId : item.kind)
  return items
}

describe('an archive', () => {
  it('is read hour by hour, object by object, line by line', async () => {
    const archive = storedArchive({
      [`${HOUR_10}1.ndjson.gz`]: packed(archived('d')),
      [`${HOUR_9}2.ndjson.gz`]: packed(archived('c')),
      [`${HOUR_9}1.ndjson.gz`]: packed(archived('b'), archived('a')),
      'Shop/Outbox/date=2026-11-30/hour=09/readme.txt': Buffer.from('no object of ours'),
      'Shop/Outbox2/date=2026-11-30/hour=09/1.ndjson.gz': packed(archived('of another outbox')),
    })
    expect(await read(sourceOf(archive))).toEqual(['b', 'a', 'c', 'd'])
  })

  it('is read only as far as the range goes', async () => {
    const archive = storedArchive({
      'Shop/Outbox/date=2026-11-29/hour=23/1.ndjson.gz': packed(archived('before')),
      [`${HOUR_9}1.ndjson.gz`]: packed(archived('a')),
      [`${HOUR_10}1.ndjson.gz`]: packed(archived('b')),
      'Shop/Outbox/date=2026-11-30/hour=11/1.ndjson.gz': packed(archived('after')),
    })
    const range = { since: '2026-11-30T09:30:00.000Z', until: '2026-11-30T11:00:00.000Z' }
    expect(await read(sourceOf(archive, range))).toEqual(['a', 'b'])
    expect(archive.reads).toEqual([`${HOUR_9}1.ndjson.gz`, `${HOUR_10}1.ndjson.gz`])
    expect(archive.lists[0]).toBe(HOUR_9)
  })

  it('gives an event that two objects of an hour have once', async () => {
    const archive = storedArchive({
      [`${HOUR_9}1.ndjson.gz`]: packed(archived('a'), archived('b')),
      [`${HOUR_9}2.ndjson.gz`]: packed(archived('b'), archived('c'), archived('a')),
    })
    expect(await read(sourceOf(archive))).toEqual(['a', 'b', 'duplicate', 'c', 'duplicate'])
  })

  it('goes on behind each position as if it had not stopped, and knows what came twice', async () => {
    const objects = {
      [`${HOUR_9}1.ndjson.gz`]: packed(archived('a'), archived('b')),
      [`${HOUR_9}2.ndjson.gz`]: packed(archived('c'), archived('a')),
      [`${HOUR_10}1.ndjson.gz`]: packed(archived('d'), archived('e')),
    }
    const items = []
    for await (const item of sourceOf(storedArchive(objects)).read()) items.push(item)
    const all = items.map((item) => (item.kind === 'event' ? item.event.eventId : item.kind))
    expect(all).toEqual(['a', 'b', 'c', 'duplicate', 'd', 'e'])
    for (const [index, { position }] of items.entries())
      expect(await read(sourceOf(storedArchive(objects)), position)).toEqual(all.slice(index + 1))
  })

  it('does not read again what was done in earlier hours', async () => {
    const archive = storedArchive({
      [`${HOUR_9}1.ndjson.gz`]: packed(archived('a')),
      [`${HOUR_10}1.ndjson.gz`]: packed(archived('b'), archived('c')),
    })
    expect(await read(sourceOf(archive), `${HOUR_10}1.ndjson.gz:1`)).toEqual(['c'])
    expect(archive.reads).toEqual([`${HOUR_10}1.ndjson.gz`])
  })

  it('keeps the bytes of the detail, with what ends a line elsewhere', async () => {
    const detail = '{"metadata":{},  "data":{"text":"a\u2028b\u0085Ærø 😀\\u00e9\\n","n":1.0}}'
    const archive = storedArchive({
      [`${HOUR_9}1.ndjson.gz`]: packed(archived('a', { detail }), archived('b')),
    })
    const details = []
    for await (const item of sourceOf(archive).read())
      details.push(item.kind === 'event' ? item.event.detail : item)
    expect(details[0]).toBe(detail)
    expect(details).toHaveLength(2)
  })

  it('names a line that is no event by its object and number, and says nothing of what stands there', async () => {
    const line = (change: object): string => JSON.stringify({ ...archived('secret'), ...change })
    const archive = storedArchive({
      [`${HOUR_9}1.ndjson.gz`]: packed(
        archived('a'),
        '{"eventId": "secret',
        '"secret"',
        line({ eventId: '' }),
        line({ occurredAt: '2026-11-30 secret' }),
        line({ detail: '["secret"]' }),
        archived('b'),
      ),
    })
    const items = []
    for await (const item of sourceOf(archive).read()) items.push(item)
    expect(
      items.flatMap((item) => (item.kind === 'malformed' ? [`${item.place}: ${item.reason}`] : [])),
    ).toEqual([
      `line 2 of ${HOUR_9}1.ndjson.gz: it is no JSON object in UTF-8`,
      `line 3 of ${HOUR_9}1.ndjson.gz: it is no JSON object in UTF-8`,
      `line 4 of ${HOUR_9}1.ndjson.gz: \`eventId\` is no text, or empty`,
      `line 5 of ${HOUR_9}1.ndjson.gz: \`occurredAt\` is no ISO 8601 time in UTC`,
      `line 6 of ${HOUR_9}1.ndjson.gz: \`detail\` is not the text of a JSON object`,
    ])
    expect(items.at(-1)).toMatchObject({ kind: 'event', event: { eventId: 'b' } })
  })

  it('says from where on an object is damaged, and goes on with the next one', async () => {
    // Random, so that it is longer than what zlib unpacks at once.
    const long = Buffer.from(Array.from({ length: 60_000 }, (_, index) => (index * 7919) % 251)).toString(
      'base64',
    )
    const whole = gzipSync(
      `${JSON.stringify(archived('a'))}\n${JSON.stringify(archived('b', { detail: `{"x":"${long}"}` }))}\n`,
    )
    const archive = storedArchive({
      [`${HOUR_9}1.ndjson.gz`]: whole.subarray(0, whole.length - 9),
      [`${HOUR_10}1.ndjson.gz`]: packed(archived('c')),
    })
    const items = await read(sourceOf(archive))
    expect(items.at(-1)).toBe('c')
    expect(items.at(-2)).toBe('malformed')
  })
})
