import { AwsError } from '../../aws-error.js'

/** An operation of a service, called through the gateway. */
export interface UniversalOperation {
  /** As the target's ARN spells it: `sqs`. */
  readonly service: string
  /** `SendMessage` */
  readonly operation: string
}

/** The services whose operations a schedule can call here. */
const SERVICES: readonly string[] = ['dynamodb', 'eventbridge', 'lambda', 'sqs']

/** https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets-universal.html: "read-only API actions" */
const READ_ONLY =
  /^(get|describe|list|poll|receive|search|scan|query|select|read|lookup|discover|validate|batchGet|transactGet)(?![a-z])/

/**
 * The target `arn:aws:scheduler:::aws-sdk:sqs:sendMessage`; `undefined` for the ARN of a resource.
 * @throws AwsError ValidationException
 */
export function universalOperation(arn: string): UniversalOperation | undefined {
  const [, service, action] = /^arn:aws[\w-]*:scheduler:::aws-sdk:([\w-]+):(\w+)$/.exec(arn) ?? []
  if (service === undefined || action === undefined) return undefined
  if (READ_ONLY.test(action)) {
    throw new AwsError(
      'ValidationException',
      `Invalid request provided: ${action} of ${service} only reads: a schedule cannot call it.`,
    )
  }
  if (!SERVICES.includes(service) || (service === 'lambda' && action !== 'invoke')) {
    throw new AwsError(
      'ValidationException',
      `Invalid request provided: the local cloud calls no ${service}:${action} for a schedule. It calls ${SERVICES.join(', ')} (of Lambda: invoke).`,
    )
  }
  return { service, operation: `${action.charAt(0).toUpperCase()}${action.slice(1)}` }
}
