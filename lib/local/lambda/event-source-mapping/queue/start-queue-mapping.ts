import { AwsError } from '../../../aws-error.js'
import type { EventSourceMapping } from '../event-source-mapping.js'
import type { MappingEnvironment } from '../mapping-environment.js'
import type { MappingSettings } from '../mapping-settings.js'
import { QueueClient } from './queue-client.js'
import { QueueMapping } from './queue-mapping.js'

/**
 * A mapping on a queue, polling already unless the template disables it.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
 * @throws AwsError InvalidParameterValueException when a message would come back while its invocation still may run
 */
export async function startQueueMapping(
  settings: MappingSettings,
  environment: MappingEnvironment,
): Promise<EventSourceMapping> {
  const { timeoutSeconds, role } = environment.functions.find(settings.functionName).configuration
  const queue = new QueueClient(settings.eventSourceArn, role, environment.local)
  const visibilitySeconds = await queue.visibilitySeconds()
  if (visibilitySeconds < timeoutSeconds)
    throw new AwsError(
      'InvalidParameterValueException',
      `Queue visibility timeout: ${visibilitySeconds} seconds is less than Function timeout: ${timeoutSeconds} seconds`,
    )
  const mapping = new QueueMapping(settings, environment, queue)
  if (settings.enabled) mapping.enable()
  return mapping
}
