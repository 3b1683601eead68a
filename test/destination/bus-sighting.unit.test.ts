import { DescribeEventBusCommand, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { describe, expect, it } from 'vitest'
import { awsError, BUS, CALL_TIMEOUT, EVENT, type EventBridgeFixture, eventBridge } from './event-bridge.js'

const MINUTE = 60_000

/** What the client was asked, in order. */
const asked = ({ client }: EventBridgeFixture): string[] =>
  client.calls().map(({ args: [command] }) => command.constructor.name.replace(/Command$/, ''))

function withAcceptingBus(): EventBridgeFixture {
  const fixture = eventBridge()
  fixture.client.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] })
  return fixture
}

// PutEvents to a bus that does not exist answers success and drops the events.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html
describe('before it sends, the destination looks whether the bus exists', () => {
  it('the first time', async () => {
    const fixture = withAcceptingBus()
    await fixture.destination.send([EVENT])
    expect(asked(fixture)).toEqual(['DescribeEventBus', 'PutEvents'])
    expect(fixture.client.commandCalls(DescribeEventBusCommand)[0]?.args[0].input).toEqual({ Name: BUS })
  })

  it('and again only when the last look would be older than a minute at the end of the call', async () => {
    const fixture = withAcceptingBus()
    await fixture.destination.send([EVENT])
    fixture.clock.advance(MINUTE - CALL_TIMEOUT)
    await fixture.destination.send([EVENT])
    expect(asked(fixture)).toEqual(['DescribeEventBus', 'PutEvents', 'PutEvents'])
    fixture.clock.advance(1)
    await fixture.destination.send([EVENT])
    expect(asked(fixture).slice(3)).toEqual(['DescribeEventBus', 'PutEvents'])
  })

  it('counting from when it asked, not from when the answer came', async () => {
    const fixture = withAcceptingBus()
    fixture.client.on(DescribeEventBusCommand).callsFake(() => {
      fixture.clock.advance(4_000)
      return {}
    })
    await fixture.destination.send([EVENT])
    fixture.clock.advance(MINUTE - CALL_TIMEOUT - 4_000)
    await fixture.destination.send([EVENT])
    fixture.clock.advance(1)
    await fixture.destination.send([EVENT])
    expect(asked(fixture)).toEqual([
      'DescribeEventBus',
      'PutEvents',
      'PutEvents',
      'DescribeEventBus',
      'PutEvents',
    ])
  })

  it('once for calls that start together', async () => {
    const fixture = withAcceptingBus()
    let answer = (): void => undefined
    fixture.client.on(DescribeEventBusCommand).callsFake(
      () =>
        new Promise((resolve) => {
          answer = () => resolve({})
        }),
    )
    const calls = [1, 2, 3].map(() => fixture.destination.send([EVENT]))
    await Promise.resolve()
    expect(asked(fixture)).toEqual(['DescribeEventBus'])
    answer()
    await Promise.all(calls)
    expect(asked(fixture)).toEqual(['DescribeEventBus', 'PutEvents', 'PutEvents', 'PutEvents'])
  })

  it('for the probe as well', async () => {
    const fixture = withAcceptingBus()
    await fixture.destination.probe()
    await fixture.destination.send([EVENT])
    expect(asked(fixture)).toEqual(['DescribeEventBus', 'PutEvents', 'PutEvents'])
  })

  it.each([
    ['ResourceNotFoundException', 400],
    ['AccessDeniedException', 400],
    ['ThrottlingException', 400],
    ['InternalException', 500],
  ])('and sends nothing when the look ends with %s', async (name, status) => {
    const fixture = withAcceptingBus()
    fixture.client.on(DescribeEventBusCommand).rejects(awsError(name, status))
    expect(await fixture.destination.send([EVENT])).toMatchObject({
      kind: 'unavailable',
      error: { code: name },
    })
    expect(await fixture.destination.send([EVENT])).toMatchObject({ kind: 'unavailable' })
    expect(asked(fixture)).toEqual(['DescribeEventBus', 'DescribeEventBus'])
  })

  it('and sends again as soon as the bus is there', async () => {
    const fixture = withAcceptingBus()
    fixture.client
      .on(DescribeEventBusCommand)
      .rejectsOnce(awsError('ResourceNotFoundException', 400))
      .resolves({})
    await fixture.destination.send([EVENT])
    expect(await fixture.destination.send([EVENT])).toMatchObject({ kind: 'answered' })
  })

  it('within the time of the call: both have one limit', async () => {
    const fixture = withAcceptingBus()
    await fixture.destination.send([EVENT])
    const limits = fixture.client
      .calls()
      .map(({ args }: { args: readonly unknown[] }) => (args[1] as { abortSignal?: unknown }).abortSignal)
    expect(limits).toEqual([expect.any(AbortSignal), limits[0]])
    expect(limits[1]).toBe(limits[0])
  })

  it('so that a bus deleted a minute ago loses nothing', async () => {
    const fixture = withAcceptingBus()
    await fixture.destination.send([EVENT])
    fixture.client.on(DescribeEventBusCommand).rejects(awsError('ResourceNotFoundException', 400))
    fixture.clock.advance(MINUTE)
    expect(await fixture.destination.send([EVENT])).toMatchObject({ kind: 'unavailable' })
    expect(fixture.client.commandCalls(PutEventsCommand)).toHaveLength(1)
  })
})
