import type { TableDescription } from '@aws-sdk/client-dynamodb'
import type { EventSourceMappingConfiguration, FunctionConfiguration } from '@aws-sdk/client-lambda'
import type { Clock } from '../../../clock.js'
import type { Levels } from '../../../sweeper/levels.js'
import type { AwsClients } from '../aws-clients.js'
import type { OutboxResources } from '../outbox-resources.js'
import type { IndexSample } from './index-sample.js'

/** What the checks look at; what several of them need is read once. */
export interface DoctorContext {
  readonly clients: AwsClients
  readonly outbox: OutboxResources
  readonly region: string
  readonly clock: Clock
  /** @throws ResourceNotFoundException when there is none; the SDK's error */
  readonly table: () => Promise<TableDescription>
  /** The relay's. @throws ResourceNotFoundException when there is none; CliError when it is not known; the SDK's error */
  readonly mapping: () => Promise<EventSourceMappingConfiguration>
  /** Of the outbox: relay, sweeper, redrive, as far as they are there. @throws CliError without a stack */
  readonly functions: () => Promise<OutboxFunctions>
  readonly levels: () => Promise<Levels>
  readonly sample: () => Promise<IndexSample>
}

export interface OutboxFunctions {
  readonly relay?: FunctionConfiguration
  readonly sweeper?: FunctionConfiguration
  readonly redrive?: FunctionConfiguration
}
