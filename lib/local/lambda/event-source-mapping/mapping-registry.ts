import { AwsError } from '../../aws-error.js'
import type { ManagedMapping } from './managed-mapping.js'

/** The mappings that exist, by their UUID. */
export class MappingRegistry {
  readonly #mappings = new Map<string, ManagedMapping>()

  add(mapping: ManagedMapping): void {
    this.#mappings.set(mapping.settings.uuid, mapping)
  }

  remove(uuid: string): void {
    this.#mappings.delete(uuid)
  }

  /** @throws AwsError ResourceNotFoundException */
  find(uuid: string): ManagedMapping {
    const mapping = this.#mappings.get(uuid)
    if (mapping === undefined)
      throw new AwsError('ResourceNotFoundException', 'The resource you requested does not exist.', 404)
    return mapping
  }

  all(): readonly ManagedMapping[] {
    return [...this.#mappings.values()]
  }
}
