import { CliError } from './cli-error.js'
import type { OutboxResources } from './outbox-resources.js'

/** What a command may lack, for people, and the flag that gives it. */
const FLAGS = {
  eventBusArn: ['the event bus', '--bus <name>'],
  relayMappingId: ["the relay's event source mapping", '--relay-mapping <uuid>'],
  deadLetterQueueUrl: ['the dead-letter queue', '--dead-letter-queue <url>'],
  redriveQueueUrl: ['the redrive queue', '--redrive-queue <url>'],
  relayFailureQueueUrl: ['the relay-failure queue', '--relay-failure-queue <url>'],
} as const

/** A part of the outbox that the command cannot do without. @throws CliError naming the flag that gives it */
export function needed(outbox: OutboxResources, part: keyof typeof FLAGS): string {
  const value = outbox[part]
  if (value !== undefined) return value
  const [name, flag] = FLAGS[part]
  throw new CliError(`Expected ${name} to be known, got nothing: give ${flag}, or --stack`)
}
