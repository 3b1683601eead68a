import { emulatedOperations } from './emulated-operations.js'
import { LocalCloudError } from './local-cloud-error.js'

/** Names that people try first. */
const MEANT: Readonly<Record<string, string>> = {
  cloudwatchevents: 'events',
  ddb: 'dynamodb',
  dynamo: 'dynamodb',
  eventbridge: 'events',
  streams: 'dynamodb',
}

/**
 * A misspelt service or operation would match nothing, and a test would pass for it.
 * @throws LocalCloudError naming what there is
 */
export function assertOperation(service: string, operation: string | undefined): void {
  const services = emulatedOperations()
  const known = services.find((candidate) => candidate.service === service)
  if (known === undefined) {
    const meant = MEANT[String(service).toLowerCase()]
    throw new LocalCloudError(
      `There is no service '${service}'.${meant === undefined ? '' : ` It goes by its name in IAM: ${meant}.`} Services: ${services.map((each) => each.service).join(', ')}.`,
    )
  }
  if (operation === undefined || known.operations.includes(operation)) return
  throw new LocalCloudError(
    `'${operation}' is no operation of ${service} in the local cloud. Operations: ${known.operations.join(', ')}.`,
  )
}
