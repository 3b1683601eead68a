import { AwsError } from '../../aws-error.js'
import type { EventSourceMapping } from '../event-source-mapping/event-source-mapping.js'

export type MappingState = 'Enabled' | 'Enabling' | 'Disabled' | 'Disabling'

/** A mapping is Disabling until the invocations that it started are over. */
export class MappingStates {
  readonly #disabling = new Set<EventSourceMapping>()

  of(mapping: EventSourceMapping): MappingState {
    if (mapping.enabled) return 'Enabled'
    return this.#disabling.has(mapping) ? 'Disabling' : 'Disabled'
  }

  /**
   * Gives the state as UpdateEventSourceMapping answers it.
   * @throws AwsError ResourceInUseException while an earlier change goes on
   */
  change(mapping: EventSourceMapping, enabled: boolean): MappingState {
    if (this.of(mapping) === 'Disabling')
      throw new AwsError(
        'ResourceInUseException',
        'Cannot update the event source mapping because it is not in a state in which it can be updated: Disabling.',
      )
    if (mapping.enabled === enabled) return this.of(mapping)
    if (enabled) {
      mapping.enable()
      return 'Enabling'
    }
    this.#disabling.add(mapping)
    // Not awaited: as on AWS, the answer comes before the last invocation ends.
    void mapping.disable().finally(() => this.#disabling.delete(mapping))
    return 'Disabling'
  }
}
