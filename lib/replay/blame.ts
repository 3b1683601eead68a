import { isDenial } from '../destination/is-denial.js'

/** The moment's: load, an inner failure. `RequestThrottled` is SQS's, `KmsThrottled` that of its key. */
const MOMENT =
  /throttl|InternalFailure|InternalError|InternalException|InternalServerError|Unavailable|Timeout|TooManyRequests|RequestLimitExceeded|NoAnswer/i

/**
 * Everybody's: the queue or its key is gone or out of order, or who calls is not known. EventBridge and SQS call a key's
 * faults `Kms…`, and by the older protocol `KMS.…`.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html
 */
const TARGET =
  /^kms|AccessDenied|NotAuthorized|NotFound|QueueDoesNotExist|NonExistentQueue|QueueDeletedRecently|InvalidAddress|InvalidSecurity|UnsupportedOperation|Expired|Signature|UnrecognizedClient|InvalidClientTokenId|Credential/i

/**
 * Whose fault a refusal is, by its code: nothing that is not the event's own may make a replay give it up. A code that is
 * not known is the event's.
 */
export function blame(code: string): 'moment' | 'target' | 'event' {
  if (MOMENT.test(code)) return 'moment'
  return TARGET.test(code) || isDenial(code) ? 'target' : 'event'
}
