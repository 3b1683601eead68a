import { PARTITION_PREFIX } from '../store/layout.js'
import { type Condition, LEADING_KEYS, onlyKeys } from './only-keys.js'

/**
 * `dynamodb:LeadingKeys` holds the partition keys of all items of a request, and is absent where there are none (a
 * Scan). A condition over such a set has two polarities, and each is right in one kind of statement only:
 *
 * - A Deny must strike as soon as ANY key is an outbox key. `ForAllValues` would spare a batch that hides one
 *   outbox key among others, and strike a request without keys, because "all of none" is true.
 * - An Allow must cover requests of which ALL keys are outbox keys. `ForAnyValue` would let one outbox key open the
 *   way to all others. And since "all of none" is true, the key must also be present.
 *
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
 */
const OUTBOX_KEYS: readonly string[] = [`${PARTITION_PREFIX}*`]

export const ANY_OUTBOX_KEY: Condition = { 'ForAnyValue:StringLike': { [LEADING_KEYS]: OUTBOX_KEYS } }

export const ONLY_OUTBOX_KEYS: Condition = onlyKeys(OUTBOX_KEYS)
