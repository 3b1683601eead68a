import { ENVIRONMENT } from '../environment.js'
import { OutboxError } from '../errors.js'
import type { ConsumerOptions } from './consumer-options.js'

/**
 * The construct and the handler state the same things, each in its own place. Where they differ, a consumer would
 * deduplicate or hold nothing without a word, or lack a permission when the first event comes.
 *
 * @throws OutboxError INVALID_CONFIGURATION naming the option
 */
export function assertAsDeployed(
  { inbox, hold }: ConsumerOptions,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const effects = environment[ENVIRONMENT.inboxEffects]
  if (effects !== undefined && inbox?.effects !== effects)
    throw differs(
      'inbox.effects',
      effects,
      inbox?.effects,
      'give `createConsumer` and the construct the same inbox',
    )
  const isDeployedToHold = environment[ENVIRONMENT.holdDeadlineSeconds] !== undefined
  if (isDeployedToHold && hold === undefined)
    throw differs('hold', 'present', 'nothing', 'give it to `createConsumer`, or take it from the construct')
}

function differs(path: string, expected: string, got: string | undefined, fix: string): OutboxError {
  return new OutboxError(
    'INVALID_CONFIGURATION',
    `Expected \`${path}\` to be \`${expected}\`, as the construct of this consumer says, got \`${got}\`: ${fix}`,
    { path },
  )
}
