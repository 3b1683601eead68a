import type { ConsumerSettings, GivenConsumerProps } from './consumer-settings.js'

/** What the types do not let pass, for whoever has none. */
export function combinationFaults(props: GivenConsumerProps, settings: ConsumerSettings): string[] {
  return [
    ...(settings.fifo && props.maxBatchingWindow !== undefined
      ? ['Expected no `maxBatchingWindow` with `fifo`: Lambda has none for FIFO queues. Leave it out.']
      : []),
    ...(settings.hold === undefined ? [] : withHoldFaults(props, settings)),
    ...(settings.inbox === undefined || settings.inbox.table !== undefined
      ? []
      : ownInboxFaults(props.inbox)),
  ]
}

function withHoldFaults(props: GivenConsumerProps, settings: ConsumerSettings): string[] {
  const faults: readonly (readonly [boolean, string])[] = [
    [
      props.allEventsOf === undefined,
      'Expected `allEventsOf` with `hold`: what comes before an event is known only to whoever gets all events of its aggregate. Name the aggregate type instead of `events`.',
    ],
    [
      props.filter !== undefined,
      'Expected no `filter` with `hold`: an event that is filtered out would be waited for. Leave it out, and let the handler pass over what it does not need.',
    ],
    [
      settings.fifo,
      'Expected no `fifo` with `hold`: a FIFO queue cannot hold one message and go on with the next. Leave one out.',
    ],
    [
      settings.inbox?.effects !== 'transaction',
      "Expected `inbox` with `hold`, and its `effects` to be 'transaction': how far an aggregate is handled is noted together with the effect. Set `inbox: true`.",
    ],
    [
      props.maxReceiveCount !== undefined,
      'Expected no `maxReceiveCount` with `hold`: it follows from `hold.deadline` and `hold.retryAfter`. Leave it out.',
    ],
  ]
  return faults.flatMap(([wrong, text]) => (wrong ? [text] : []))
}

function ownInboxFaults(inbox: GivenConsumerProps['inbox']): string[] {
  if (typeof inbox !== 'object') return []
  const given = ['tableHas', 'keys', 'ttlAttribute'].filter((name) => name in inbox)
  return given.map(
    (name) =>
      `Expected no \`inbox.${name}\` without \`inbox.table\`: the inbox's own table has its names. Leave it out, or name the table.`,
  )
}
