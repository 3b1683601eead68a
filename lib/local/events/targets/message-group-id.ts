import { AwsError } from '../../aws-error.js'
import type { AcceptedEvent } from '../accepted-event.js'
import { compileJsonPath } from '../json/json-path.js'
import { DeliveryError } from './delivery-error.js'

/**
 * `SqsParameters.MessageGroupId`: a constant, or a path into the original event.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-targets.html#dynamic-path-parameters
 * @throws AwsError ValidationException
 */
export function messageGroupId(value: string, targetId: string): (event: AcceptedEvent) => string {
  if (!value.startsWith('$.')) return () => value
  const path = compileJsonPath(value)
  if (path === undefined) {
    throw new AwsError('ValidationException', `Invalid MessageGroupId path for target ${targetId}.`)
  }
  return (event) => {
    const found = path.find(event.root)
    const id = found?.kind === 'string' ? found.value : found?.text
    if (found?.kind === 'object' || found?.kind === 'array' || !id) {
      throw new DeliveryError('INVALID_PARAMETER', `The event has no text at MessageGroupId ${value}`)
    }
    return id
  }
}
