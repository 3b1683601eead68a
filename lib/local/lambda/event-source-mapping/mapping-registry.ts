import { AwsError } from '../../aws-error.js'
import type { EventSourceMapping } from './event-source-mapping.js'

/** The mappings that exist, by their UUID. */
export class MappingRegistry {
  readonly #mappings = new Map<string, EventSourceMapping>()

  add(mapping: EventSourceMapping): void {
    this.#mappings.set(mapping.settings.uuid, mapping)
  }

  remove(uuid: string): void {
    this.#mappings.delete(uuid)
  }

  /** @throws AwsError ResourceNotFoundException */
  find(uuid: string): EventSourceMapping {
    const mapping = this.#mappings.get(uuid)
    if (mapping === undefined)
      throw new AwsError('ResourceNotFoundException', 'The resource you requested does not exist.', 404)
    return mapping
  }

  all(): readonly EventSourceMapping[] {
    return [...this.#mappings.values()]
  }
}
