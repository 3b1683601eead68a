import {
  GetEventSourceMappingCommand,
  type LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda'

/** Whether events reach the relay. */
export interface MappingState {
  /** Nothing reaches it: the mapping is absent or disabled. */
  readonly isStopped: boolean
  /** When the mapping last changed, in milliseconds since the epoch; unknown when it is absent. */
  readonly changedAt?: number
}

export interface RelayMapping {
  /** @throws whatever kept it from finding out */
  readonly state: () => Promise<MappingState>
}

export interface LambdaRelayMappingOptions {
  readonly client: LambdaClient
  /** The mapping's UUID. */
  readonly mappingId: string
}

/**
 * The event source mapping between the table's stream and the relay. While it is Creating, Enabling, Updating,
 * Disabling or Deleting, an invocation may still run, or begin: that counts as enabled.
 * https://docs.aws.amazon.com/lambda/latest/api/API_GetEventSourceMapping.html
 */
export class LambdaRelayMapping implements RelayMapping {
  readonly #options: LambdaRelayMappingOptions

  constructor(options: LambdaRelayMappingOptions) {
    this.#options = options
  }

  readonly state = async (): Promise<MappingState> => {
    const { client, mappingId } = this.#options
    try {
      const { State, LastModified } = await client.send(new GetEventSourceMappingCommand({ UUID: mappingId }))
      return { isStopped: State === 'Disabled', changedAt: LastModified?.getTime() }
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return { isStopped: true }
      throw error
    }
  }
}
