import type { Grant } from 'serverless-outbox/local'

/** The stack of the example app. */
const EXAMPLE = 'Orders'

/** The construct of the outbox, in every app that has one. */
const OUTBOX = 'Outbox/'

/** A consumer by whatever name a test gives it: the grants are made by the same lines. */
const A_CONSUMER = /^Outbox\/[^/]+\/(Queue|UndeliveredQueue|DeadLetterQueue)$/

const MAPPING = /^arn:[^:]+:lambda:[^:]+:\d+:event-source-mapping:/

/**
 * What a grant is called in every app: construct paths without the stack's name. Undefined for a grant that neither the
 * constructs nor the example make: that of a test's own template.
 */
export function grantKey({ stackName, holder, principal, action, resource }: Grant): string | undefined {
  // The id of a mapping is another one in each cloud.
  const named = MAPPING.test(resource) ? 'the event source mapping' : resource
  const within = (path: string): string =>
    (path.startsWith(`${stackName}/`) ? path.slice(stackName.length + 1) : path).replace(
      A_CONSUMER,
      'Outbox/Consumer/$1',
    )
  const owner = within(holder)
  if (stackName !== EXAMPLE && !owner.startsWith(OUTBOX)) return undefined
  const who = principal === undefined ? owner : `${principal} by the policy of ${owner}`
  return `${who}: ${action} on ${ownTable(action, within(named))}`
}

/** A table that a test brings along stands for the outbox's own: the grants are made by the same lines. */
function ownTable(action: string, path: string): string {
  const isForeign = action.startsWith('dynamodb:') && !path.startsWith(OUTBOX)
  return isForeign ? path.replace(/^[^/]+/, `${OUTBOX}Table`) : path
}
