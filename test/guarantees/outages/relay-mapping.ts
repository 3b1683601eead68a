import {
  CreateEventSourceMappingCommand,
  type CreateEventSourceMappingCommandInput,
  DeleteEventSourceMappingCommand,
  GetEventSourceMappingCommand,
  LambdaClient,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda'
import { ENVIRONMENT } from '../../../lib/environment.js'
import { addToRoles } from './role-statements.js'
import { setVariables } from './set-variables.js'
import type { WatchedCloud } from './watched-cloud.js'

/** The event source mapping between the table's stream and the relay, as an administrator handles it. */
export class RelayMapping {
  readonly #fixture: WatchedCloud
  readonly #lambda: LambdaClient
  /** What CreateEventSourceMapping takes of the mapping that there was first. */
  readonly #settings: Promise<CreateEventSourceMappingCommandInput>
  #uuid: string

  constructor(fixture: WatchedCloud) {
    const { cloud } = fixture
    this.#fixture = fixture
    this.#lambda = new LambdaClient(cloud.clientConfig)
    this.#uuid = cloud.physicalId('Shop/Outbox/RelayMapping')
    this.#settings = this.#read()
  }

  async setEnabled(Enabled: boolean): Promise<void> {
    await this.#lambda.send(new UpdateEventSourceMappingCommand({ UUID: this.#uuid, Enabled }))
    await this.#settled()
  }

  async delete(): Promise<void> {
    await this.#settings
    await this.#lambda.send(new DeleteEventSourceMappingCommand({ UUID: this.#uuid }))
    await this.#settled()
  }

  /** Makes another one with the same settings; nobody tells the sweeper. */
  async create(changes: Partial<CreateEventSourceMappingCommandInput> = {}): Promise<void> {
    const input = { ...(await this.#settings), ...changes }
    const { UUID: uuid = '' } = await this.#lambda.send(new CreateEventSourceMappingCommand(input))
    this.#uuid = uuid
    await this.#settled()
  }

  /** As a deployment does that replaces the mapping: the sweeper's variable and policy refer to it. */
  async tellSweeper(): Promise<void> {
    const { cloud, sweeper } = this.#fixture
    addToRoles(this.#fixture, {
      Effect: 'Allow',
      Action: 'lambda:GetEventSourceMapping',
      Resource: `arn:aws:lambda:${cloud.region}:${cloud.accountId}:event-source-mapping:${this.#uuid}`,
    })
    await setVariables(this.#fixture, sweeper, { [ENVIRONMENT.relayMappingId]: this.#uuid })
  }

  /** A change takes seconds. */
  async #settled(): Promise<void> {
    await this.#fixture.cloud.clock.advance('5s')
  }

  async #read(): Promise<CreateEventSourceMappingCommandInput> {
    const described = await this.#lambda.send(new GetEventSourceMappingCommand({ UUID: this.#uuid }))
    const {
      EventSourceArn,
      FunctionArn: FunctionName,
      BatchSize,
      BisectBatchOnFunctionError,
      DestinationConfig,
      FilterCriteria,
      FunctionResponseTypes,
      MaximumBatchingWindowInSeconds,
      MaximumRecordAgeInSeconds,
      MaximumRetryAttempts,
      ParallelizationFactor,
      StartingPosition,
    } = described
    return {
      EventSourceArn,
      FunctionName,
      BatchSize,
      BisectBatchOnFunctionError,
      DestinationConfig,
      FilterCriteria,
      FunctionResponseTypes,
      MaximumBatchingWindowInSeconds,
      MaximumRecordAgeInSeconds,
      MaximumRetryAttempts,
      ParallelizationFactor,
      StartingPosition,
    }
  }
}
