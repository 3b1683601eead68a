import type { AwsError } from '../aws-error.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { ApiCall } from '../service.js'
import type { AccessControl, Judgement } from './access-control.js'
import type { AuthorisationRequest } from './authoriser.js'

/** What an answer says of an element that was refused. */
export type ElementRefusal = JsonRecord

/**
 * EventBridge names the reason entry by entry when it lies in the entry: its source or its detail type, or the bus's own
 * policy. Who has no permission on the bus at all gets an error for the whole call.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsResultEntry.html
 *
 * @throws AwsError AccessDeniedException for the whole call
 */
export async function entryRefusal(access: AccessControl, judgement: Judgement): Promise<ElementRefusal> {
  const { request, decision } = judgement
  const { message } = judgement.refusal()
  const code = await entryCode(access, request)
  if (code !== undefined) return { ErrorCode: code, ErrorMessage: message }
  const { resourceStatements } = request
  const deniedByBus = decision.deniedBy?.some((statement) => resourceStatements.includes(statement)) ?? false
  if (!deniedByBus) throw judgement.refusal()
  return { ErrorCode: 'AccessDeniedException', ErrorMessage: message }
}

const ENTRY_CODES: readonly (readonly [code: string, keys: readonly string[]])[] = [
  ['NotAuthorizedForSourceException', ['events:source']],
  ['NotAuthorizedForDetailTypeException', ['events:detail-type']],
  ['NotAuthorizedForSourceException', ['events:source', 'events:detail-type']],
]

/** The key whose conditions, were they not there, would let the entry through. */
async function entryCode(access: AccessControl, request: AuthorisationRequest): Promise<string | undefined> {
  for (const [code, keys] of ENTRY_CODES) {
    const { allowed } = await access.evaluate({
      ...request,
      identityStatements: without(keys, request.identityStatements),
      resourceStatements: without(keys, request.resourceStatements),
    })
    if (allowed) return code
  }
  return undefined
}

/** An Allow loses its conditions on the keys; a Deny that has such conditions is left out. */
function without(keys: readonly string[], statements: readonly JsonRecord[]): readonly JsonRecord[] {
  const isMeant = (key: string): boolean => keys.includes(key.toLowerCase())
  return statements.flatMap((statement): readonly JsonRecord[] => {
    const condition = statement['Condition']
    if (!isRecord(condition)) return [statement]
    const operators = Object.entries(condition).filter(([, keyed]) => isRecord(keyed))
    if (!operators.some(([, keyed]) => Object.keys(keyed as JsonRecord).some(isMeant))) return [statement]
    if (statement['Effect'] === 'Deny') return []
    const kept = operators.map(([operator, keyed]) => [
      operator,
      Object.fromEntries(Object.entries(keyed as JsonRecord).filter(([key]) => !isMeant(key))),
    ])
    return [{ ...statement, Condition: Object.fromEntries(kept) }]
  })
}

/**
 * `AccessDenied` is among the codes of a statement's error.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchStatementError.html
 */
export function statementRefusal(refusal: AwsError): ElementRefusal {
  return { Error: { Code: 'AccessDenied', Message: refusal.message } }
}

export function invalidStatement({ message }: AwsError): ElementRefusal {
  return { Error: { Code: 'ValidationError', Message: message } }
}

/** Puts the refusals between the service's answers, at their places. */
export function merged(
  { operation }: Pick<ApiCall, 'operation'>,
  refusals: ReadonlyMap<number, ElementRefusal>,
  answered: JsonRecord,
): JsonRecord {
  const member = operation === 'PutEvents' ? 'Entries' : 'Responses'
  const answers = Array.isArray(answered[member]) ? [...answered[member]] : []
  const total = answers.length + refusals.size
  const all = Array.from({ length: total }, (_, index) => refusals.get(index) ?? answers.shift())
  const failed = Number(answered['FailedEntryCount'] ?? 0) + refusals.size
  return { ...answered, [member]: all, ...(operation === 'PutEvents' ? { FailedEntryCount: failed } : {}) }
}
