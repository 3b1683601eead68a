import { AwsError } from '../../aws-error.js'
import type { Clock } from '../../clock.js'
import type { JsonRecord } from '../../record.js'
import type { EventSourceMapping } from './event-source-mapping.js'
import { type MappingSettings, mappingSettings } from './mapping-settings.js'
import { stopMapping } from './stop-mapping.js'

export type MappingState =
  | 'Creating'
  | 'Deleting'
  | 'Disabled'
  | 'Disabling'
  | 'Enabled'
  | 'Enabling'
  | 'Updating'

/** Makes the poller of a mapping; `before` is the one that it takes over from, disabled. */
export type StartMapping = (
  settings: MappingSettings,
  before: EventSourceMapping | undefined,
) => Promise<EventSourceMapping>

export interface ManagedMappingOptions {
  readonly start: StartMapping
  readonly clock: Clock
  readonly warn: (message: string) => void
}

/** How long AWS takes to create, enable or change a mapping, in milliseconds. Not documented: "several seconds". */
const CHANGE = 2000

/** An event source mapping with the states through which Lambda's API shows it. */
export class ManagedMapping {
  readonly #options: ManagedMappingOptions
  readonly #stopping = new AbortController()
  #properties: JsonRecord
  #settings: MappingSettings
  #poller: EventSourceMapping | undefined
  #state: MappingState = 'Creating'
  #lastModified: number
  #change: Promise<void> = Promise.resolve()

  /** @throws AwsError InvalidParameterValueException for properties that Lambda refuses */
  constructor(properties: JsonRecord, options: ManagedMappingOptions) {
    this.#properties = properties
    this.#settings = mappingSettings(properties)
    this.#options = options
    this.#lastModified = options.clock.now()
  }

  get settings(): MappingSettings {
    return this.#settings
  }

  get state(): MappingState {
    return this.#state
  }

  /** Milliseconds since the epoch. */
  get lastModified(): number {
    return this.#lastModified
  }

  get lastProcessingResult(): string {
    return this.#poller?.lastProcessingResult ?? 'No records processed'
  }

  /** As CloudFormation does, which waits until the mapping has settled. */
  async provision(): Promise<void> {
    await this.#begin()
  }

  /** Lambda's API answers first: until the mapping is enabled, its starting position is not taken. */
  create(): void {
    this.#later('Creating', () => this.#begin())
  }

  /**
   * @param changes members of UpdateEventSourceMapping
   * @throws AwsError ResourceInUseException while an earlier change goes on, InvalidParameterValueException
   */
  update(changes: JsonRecord): void {
    if (this.#state !== 'Enabled' && this.#state !== 'Disabled')
      throw new AwsError(
        'ResourceInUseException',
        `Cannot update the event source mapping because it is not in a state in which it can be updated: ${this.#state}.`,
      )
    const properties = { ...this.#properties, ...changes }
    const settings = mappingSettings(properties, this.#settings.uuid)
    const wasEnabled = this.#state === 'Enabled'
    this.#properties = properties
    this.#settings = settings
    this.#lastModified = this.#options.clock.now()
    const isOther = Object.keys(changes).some((name) => name !== 'Enabled')
    if (wasEnabled && !settings.enabled) this.#later('Disabling', () => this.#replace(isOther), 0)
    else if (!wasEnabled && settings.enabled) this.#later('Enabling', () => this.#replace(isOther))
    else if (isOther) this.#later('Updating', () => this.#replace(true))
  }

  /** @throws AwsError ResourceInUseException while an earlier change goes on */
  delete(onDeleted: () => void): void {
    if (this.#state !== 'Enabled' && this.#state !== 'Disabled')
      throw new AwsError(
        'ResourceInUseException',
        `Cannot delete the event source mapping because it is in use: ${this.#state}.`,
      )
    this.#later('Deleting', async () => {
      await this.#poller?.disable()
      onDeleted()
    })
  }

  /** Ends it without waiting for a function that hangs. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    if (this.#poller !== undefined) await stopMapping(this.#poller, this.#options.clock)
  }

  /** Resolves when no change is under way. */
  async settled(): Promise<void> {
    await this.#change
  }

  #later(state: MappingState, work: () => Promise<void>, delay = CHANGE): void {
    this.#state = state
    this.#change = this.#carryOut(work, delay)
  }

  async #carryOut(work: () => Promise<void>, delay: number): Promise<void> {
    const { clock, warn } = this.#options
    const { signal } = this.#stopping
    if (delay > 0) await clock.sleep(delay, signal)
    if (signal.aborted) return
    try {
      await work()
    } catch (error) {
      warn(`The mapping of ${this.#settings.functionName} could not be changed: ${String(error)}`)
    }
    this.#state = this.#poller?.enabled === true ? 'Enabled' : 'Disabled'
  }

  async #begin(): Promise<void> {
    this.#poller = await this.#options.start(this.#settings, undefined)
    await this.#poller.started?.()
    this.#state = this.#settings.enabled ? 'Enabled' : 'Disabled'
  }

  async #replace(isOther: boolean): Promise<void> {
    const before = this.#poller
    await before?.disable()
    if (isOther) this.#poller = await this.#options.start(this.#settings, before)
    if (this.#settings.enabled) this.#poller?.enable()
    await this.#poller?.started?.()
  }
}
