import { readRedriveMessage } from '../../dead-letter/redrive-message.js'
import type { DeathName } from './death-name.js'
import type { OutboxResources } from './outbox-resources.js'

/** The death that a message tells of; undefined when it is no notice of this outbox. */
export function deathInMessage(
  body: string | undefined,
  { tableName, keys }: OutboxResources,
): DeathName | undefined {
  const message = readRedriveMessage(body ?? '', { tableName, keys })
  return message.kind === 'request' ? message.request : undefined
}
