import { OutboxError } from '../errors.js'
import type { ContextSigner } from '../event/context-signer.js'
import { signedText } from '../event/signed-text.js'
import type { Metadata } from './read-message.js'

/** @throws OutboxError INVALID_EVENT when the context is not what a writer with the same key has signed */
export async function verifyContext(metadata: Metadata, signer: ContextSigner): Promise<void> {
  const { eventId, eventType, context, contextSignature } = metadata
  // No context is none that anybody could trust: what needs a tenant finds that it is absent.
  if (context === undefined) return
  const isGenuine =
    contextSignature !== undefined && (await signer.verify(signedText(metadata, context), contextSignature))
  if (isGenuine) return
  throw new OutboxError(
    'INVALID_EVENT',
    `Expected \`metadata.contextSignature\` of event \`${eventType}\` to be that of its context, got ${contextSignature === undefined ? 'none' : 'another'}: give the writer's outbox the \`contextSigner\` with the same key`,
    { path: 'metadata.contextSignature', eventId, eventType },
  )
}
