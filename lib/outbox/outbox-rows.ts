import { OutboxError } from '../errors.js'
import { ambientCause } from '../event/ambient-cause.js'
import type { ContextSigner } from '../event/context-signer.js'
import { expected } from '../event/expected.js'
import { isMadeEvent } from '../event/made-event.js'
import type { OutboxEvent } from '../event/outbox-event.js'
import { signedText } from '../event/signed-text.js'
import { newRow, type RowOrigin } from '../store/new-row.js'
import { assertContextKeys } from './assert-context-keys.js'
import { causedEvent } from './caused-event.js'

export interface OutboxRowsOptions extends Omit<RowOrigin, 'correlationId' | 'contextSignature'> {
  /** @default - any key is allowed, none goes on */
  readonly contextKeys?: readonly string[]
  /** @default - unsigned */
  readonly contextSigner?: ContextSigner
}

/**
 * The rows of the events of one transaction, in order. Each is told its place among the events of its aggregate
 * in this transaction, so that a consumer can see whether it has all of them.
 *
 * @throws OutboxError DUPLICATE_EVENT when an event is given twice
 * @throws OutboxError INVALID_EVENT for something that no definition made
 */
export async function outboxRows(
  events: readonly OutboxEvent[],
  { contextKeys, contextSigner, ...origin }: OutboxRowsOptions,
): Promise<Record<string, string>[]> {
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  for (const [index, event] of events.entries()) {
    assertMadeByDefinition(event, index)
    if (seen.has(event.eventId))
      throw new OutboxError(
        'DUPLICATE_EVENT',
        `The event \`${event.eventId}\` (\`${event.eventType}\`) is published twice in one transaction: create one event for each fact`,
        { path: `events[${index}]`, eventId: event.eventId, eventType: event.eventType },
      )
    seen.add(event.eventId)
    counts.set(aggregateOf(event), (counts.get(aggregateOf(event)) ?? 0) + 1)
  }

  const chain = events[0]?.correlationId ?? events[0]?.eventId
  const next = new Map<string, number>()
  const rows: Record<string, string>[] = []
  const cause = ambientCause.getStore()
  for (const [index, made] of events.entries()) {
    const event = causedEvent(made, cause, contextKeys ?? [], contextSigner !== undefined)
    assertContextKeys(event, contextKeys, index)
    const aggregate = aggregateOf(event)
    const eventIndex = next.get(aggregate) ?? 0
    next.set(aggregate, eventIndex + 1)
    const position = { eventIndex, eventCount: counts.get(aggregate) ?? 1 }
    const correlationId = event.correlationId ?? chain ?? event.eventId
    const contextSignature =
      event.context === undefined ? undefined : await signature(contextSigner, event, event.context)
    rows.push(newRow(event, position, { ...origin, correlationId, contextSignature }))
  }
  return rows
}

function aggregateOf(event: OutboxEvent): string {
  return `${event.aggregateType}#${event.aggregateId}`
}

function assertMadeByDefinition(event: unknown, index: number): void {
  if (isMadeEvent(event)) return
  throw expected(
    `events[${index}]`,
    'be an event as `create` of a definition returned it (a changed copy is none)',
    undefined,
    undefined,
    `a value of type ${typeof event}`,
  )
}

const SIGNATURE_MAX_CHARACTERS = 512

/** @throws OutboxError INVALID_CONFIGURATION for a signer that gives no signature */
async function signature(
  signer: ContextSigner | undefined,
  event: OutboxEvent,
  context: NonNullable<OutboxEvent['context']>,
): Promise<string | undefined> {
  if (signer === undefined) return undefined
  const signed: unknown = await signer.sign(signedText(event, context))
  if (typeof signed === 'string' && signed !== '' && signed.length <= SIGNATURE_MAX_CHARACTERS) return signed
  throw new OutboxError(
    'INVALID_CONFIGURATION',
    `Expected \`contextSigner.sign\` to give a text of 1 to ${SIGNATURE_MAX_CHARACTERS} characters, got a value of type ${typeof signed}`,
    { path: 'contextSigner', eventId: event.eventId, eventType: event.eventType },
  )
}
