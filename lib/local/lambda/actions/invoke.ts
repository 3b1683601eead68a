import type { JsonRecord } from '../../record.js'
import { invalidProperty, optionalText, requiredText } from '../properties.js'
import type { ErrorReport } from '../runtime/runtime-message.js'
import type { LambdaContext } from './lambda-context.js'

/**
 * A function error is an answer with status 200, as on AWS. `LogResult` is left out: log lines are in the local
 * cloud's own log.
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
export async function invoke(
  { functions, asynchronous }: LambdaContext,
  input: JsonRecord,
): Promise<JsonRecord> {
  const lambda = functions.find(requiredText(input, 'FunctionName'), optionalText(input, 'Qualifier'))
  const payload = payloadOf(input)
  const type = input['InvocationType'] ?? 'RequestResponse'
  switch (type) {
    case 'DryRun':
      return { StatusCode: 204 }
    case 'Event':
      lambda.assertPayload(payload)
      asynchronous.accept(lambda, payload)
      return { StatusCode: 202 }
    case 'RequestResponse': {
      const { outcome } = await lambda.invoke(payload)
      return outcome.kind === 'response'
        ? { StatusCode: 200, Payload: outcome.payload }
        : {
            StatusCode: 200,
            FunctionError: 'Unhandled',
            Payload: JSON.stringify(errorPayload(outcome.error)),
          }
    }
    default:
      throw invalidProperty('InvocationType', 'RequestResponse, Event or DryRun', type)
  }
}

/** Without a payload a function gets an empty object. */
function payloadOf(input: JsonRecord): string {
  const payload = input['Payload']
  return typeof payload === 'string' && payload !== '' ? payload : '{}'
}

/** What Lambda itself reports, a time-out for example, has no trace. */
function errorPayload({ errorType, errorMessage, trace }: ErrorReport): JsonRecord {
  return { errorType, errorMessage, ...(trace.length === 0 ? {} : { trace }) }
}
