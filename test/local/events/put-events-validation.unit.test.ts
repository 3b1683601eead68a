import { beforeEach, describe, expect, it } from 'vitest'
import { createEventsService, type EventsService } from '../../../lib/local/events/events-service.js'
import { callAction } from './fixture/call-action.js'
import { type RecordingEnvironment, recordingEnvironment } from './fixture/recording-environment.js'

let environment: RecordingEnvironment
let events: EventsService

beforeEach(() => {
  environment = recordingEnvironment()
  events = createEventsService(environment)
})

const good = { Source: 'shop', DetailType: 'Placed', Detail: '{"a":1}' }
const put = async (...Entries: readonly unknown[]): Promise<Readonly<Record<string, unknown>>> =>
  callAction(events.service, 'PutEvents', { Entries })

/** An entry of exactly this many bytes by EventBridge's formula. */
const entryOf = (bytes: number): typeof good => ({
  ...good,
  Detail: `{"x":"${'y'.repeat(bytes - 'shop'.length - 'Placed'.length - '{"x":""}'.length)}"}`,
})

/** A detail that is nested so many levels deep. */
const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

describe('fails the request', () => {
  const validation = (message: string | RegExp): object =>
    expect.objectContaining({
      code: 'ValidationException',
      statusCode: 400,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })

  it('without entries', async () => {
    await expect(put()).rejects.toEqual(
      validation(
        "1 validation error detected: Value '[]' at 'entries' failed to satisfy constraint: Member must have length greater than or equal to 1",
      ),
    )
    await expect(callAction(events.service, 'PutEvents', {})).rejects.toEqual(
      validation(/Value null at 'entries' .* Member must not be null/),
    )
  })

  it('with more than ten entries, and repeats no payload', async () => {
    await put(...Array.from({ length: 10 }, () => good))
    const rejection = put(...Array.from({ length: 11 }, () => ({ ...good, Detail: '{"card":"4111"}' })))
    await expect(rejection).rejects.toEqual(
      validation(
        /at 'entries' failed to satisfy constraint: Member must have length less than or equal to 10$/,
      ),
    )
    await expect(rejection).rejects.not.toThrow('4111')
  })

  it('of 1,000,000 bytes in all, not of 999,999', async () => {
    const overLimit = validation('Total size of the entries in the request is over the limit.')
    await expect(put(entryOf(999_999))).resolves.toMatchObject({ FailedEntryCount: 0 })
    await expect(put(entryOf(1_000_000))).rejects.toEqual(overLimit)
    await expect(put(entryOf(600_000), entryOf(400_000))).rejects.toEqual(overLimit)
    await expect(put(entryOf(600_000), entryOf(399_999))).resolves.toMatchObject({ FailedEntryCount: 0 })
  })

  it('counts UTF-8 bytes, 14 for a time, all resources, and neither bus nor trace header', async () => {
    const free = { EventBusName: 'default', TraceHeader: 'Root=1-5759e988-bd862e3fe1be46a994272793' }
    await expect(put({ ...entryOf(999_999), ...free })).resolves.toMatchObject({ FailedEntryCount: 0 })
    await expect(put({ ...entryOf(999_985), Time: 0 })).resolves.toMatchObject({ FailedEntryCount: 0 })
    await expect(put({ ...entryOf(999_986), Time: 0 })).rejects.toThrow(/over the limit/)
    await expect(put({ ...entryOf(999_995), Resources: ['ab', '€'] })).rejects.toThrow(/over the limit/)
    await expect(put({ ...entryOf(999_994), Resources: ['ab', '€'] })).resolves.toMatchObject({
      FailedEntryCount: 0,
    })
  })

  it('when no entry has source, detail type and detail', async () => {
    const { Source, DetailType, Detail } = good
    await expect(put({ Source, DetailType }, { DetailType, Detail }, { Source, Detail })).rejects.toEqual(
      validation(/no entry has a Source, a DetailType and a Detail/),
    )
  })

  it('with a trace header over 500 characters or a malformed bus name', async () => {
    await expect(put(good, { ...good, TraceHeader: 'x'.repeat(500) })).resolves.toMatchObject({
      FailedEntryCount: 0,
    })
    await expect(put(good, { ...good, TraceHeader: 'x'.repeat(501) })).rejects.toEqual(
      validation(/at 'entries\.2\.member\.traceHeader' .* less than or equal to 500$/),
    )
    await expect(put({ ...good, EventBusName: 'a bus' })).rejects.toEqual(
      validation(/'a bus' at 'entries\.1\.member\.eventBusName'/),
    )
  })

  it.each([
    { Source: 1 },
    { Detail: { a: 1 } },
    { Resources: [1] },
    { Time: '2026-01-01' },
    { Resources: 'arn' },
  ])('with %j, which is of the wrong type', async (wrong) => {
    await expect(put({ ...good, ...wrong })).rejects.toMatchObject({ code: 'SerializationException' })
  })
})

describe('fails one entry', () => {
  const missing = (name: string): object => ({
    ErrorCode: 'InvalidArgument',
    ErrorMessage: `Parameter ${name} is not valid. Reason: ${name} is a required argument.`,
  })
  const malformed = { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' }

  it.each<[string, object, object]>([
    ['no Source', { Source: undefined }, missing('Source')],
    ['an empty Source', { Source: '' }, missing('Source')],
    ['no DetailType', { DetailType: undefined }, missing('DetailType')],
    ['no Detail', { Detail: undefined }, missing('Detail')],
    [
      'a Source of 257',
      { Source: 's'.repeat(257) },
      { ErrorCode: 'InvalidArgument', ErrorMessage: expect.stringContaining('at most 256') },
    ],
    [
      'a DetailType of 129',
      { DetailType: 't'.repeat(129) },
      { ErrorCode: 'InvalidArgument', ErrorMessage: expect.stringContaining('at most 128') },
    ],
    [
      'a Source of AWS',
      { Source: 'aws.ec2' },
      { ErrorCode: 'NotAuthorizedForSourceException', ErrorMessage: 'Not authorized for the source.' },
    ],
    ['text as Detail', { Detail: 'text' }, malformed],
    ['a string as Detail', { Detail: '"text"' }, malformed],
    ['a list as Detail', { Detail: '[{"a":1}]' }, malformed],
    ['null as Detail', { Detail: 'null' }, malformed],
    ['half an object as Detail', { Detail: '{"a":1' }, malformed],
    ['1001 levels', { Detail: nested(1001) }, malformed],
    ['100,000 levels', { Detail: nested(100_000) }, malformed],
    ['an integer of 2^63', { Detail: '{"n":9223372036854775808}' }, malformed],
    ['an integer below -2^63', { Detail: '{"n":[-9223372036854775809]}' }, malformed],
    ['an integer of 900,000 digits', { Detail: `{"n":${'9'.repeat(900_000)}}` }, malformed],
  ])('%s', async (_what, change, failure) => {
    const answer = await put(good, { ...good, ...change }, good)
    expect(answer).toEqual({
      FailedEntryCount: 1,
      Entries: [{ EventId: expect.any(String) }, failure, { EventId: expect.any(String) }],
    })
    expect(environment.events.map(({ envelope }) => envelope['id'])).toEqual(
      [answer['Entries']].flat(1).flatMap((entry) => Object(entry).EventId ?? []),
    )
  })

  it.each<[string, object]>([
    ['a Source of 256', { Source: 's'.repeat(256) }],
    ['a DetailType of 128', { DetailType: 't'.repeat(128) }],
    ['a Source that only looks like AWS', { Source: 'aws' }],
    ['white space around Detail', { Detail: ' \n{"a": 1}\t' }],
    ['1000 levels', { Detail: nested(1000) }],
    ['the smallest and the largest integer', { Detail: '{"n":[-9223372036854775808,9223372036854775807]}' }],
    ['large numbers that are no integers', { Detail: '{"n":[9223372036854775808.0,1e300]}' }],
    ['digits and brackets in strings', { Detail: `{"n":"99999999999999999999${'['.repeat(2000)}"}` }],
    [
      'null members, as an SDK may send them',
      { EventBusName: null, Resources: null, Time: null, TraceHeader: null },
    ],
  ])('but not %s', async (_what, change) => {
    await expect(put({ ...good, ...change })).resolves.toEqual({
      FailedEntryCount: 0,
      Entries: [{ EventId: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
    })
  })
})
