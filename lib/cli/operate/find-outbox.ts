import { paginateListStackResources } from '@aws-sdk/client-cloudformation'
import {
  type FunctionConfiguration,
  GetEventSourceMappingCommand,
  GetFunctionConfigurationCommand,
  ListEventSourceMappingsCommand,
} from '@aws-sdk/client-lambda'
import { ENVIRONMENT, parseRelayEnvironment } from '../../environment.js'
import type { AwsClients } from './aws-clients.js'
import { CliError } from './cli-error.js'
import type { OutboxResources } from './outbox-resources.js'

interface Choice {
  readonly stack: string
  /** The outbox's name, or the end of it, where the stack has several. */
  readonly outbox?: string
}

/**
 * The outbox of a stack, found by what its functions are told.
 *
 * @throws CliError when there is none, or more than one and none is chosen
 * @throws the SDK's error
 */
export async function findOutbox(clients: AwsClients, { stack, outbox }: Choice): Promise<OutboxResources> {
  const functions = await functionsOf(clients, stack)
  const sweepers = functions.filter((fn) => variable(fn, ENVIRONMENT.relayMappingId) !== undefined)
  const names = sweepers.map((fn) => variable(fn, ENVIRONMENT.name) ?? '')
  if (sweepers.length === 0)
    throw new CliError(
      `Stack ${stack} has no outbox: none of its ${functions.length} functions is a sweeper. Name the stack with the TransactionalOutbox`,
    )
  const chosen =
    outbox === undefined ? sweepers : sweepers.filter((_, index) => names[index]?.endsWith(outbox))
  const [sweeper] = chosen
  if (sweeper === undefined)
    throw new CliError(
      `Stack ${stack} has no outbox whose name ends in ${outbox}: it has ${names.join(', ')}`,
    )
  if (chosen.length > 1)
    throw new CliError(`Stack ${stack} has several outboxes: choose one of ${names.join(', ')} with --outbox`)
  return resourcesOf(clients, sweeper, functions)
}

async function functionsOf(
  { cloudFormation, lambda }: AwsClients,
  stack: string,
): Promise<FunctionConfiguration[]> {
  const ids: string[] = []
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client: cloudFormation },
    { StackName: stack },
  ))
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === 'AWS::Lambda::Function' && PhysicalResourceId !== undefined)
        ids.push(PhysicalResourceId)
  return Promise.all(
    ids.map((FunctionName) => lambda.send(new GetFunctionConfigurationCommand({ FunctionName }))),
  )
}

async function resourcesOf(
  { lambda }: AwsClients,
  sweeper: FunctionConfiguration,
  functions: readonly FunctionConfiguration[],
): Promise<OutboxResources> {
  const environment = sweeper.Environment?.Variables ?? {}
  const told = parseRelayEnvironment(environment)
  const relayMappingId = environment[ENVIRONMENT.relayMappingId] ?? ''
  const redrive = functions.find(
    (fn) =>
      variable(fn, ENVIRONMENT.name) === told.name && variable(fn, ENVIRONMENT.eventBusArn) === undefined,
  )
  const relayMapping = await lambda.send(new GetEventSourceMappingCommand({ UUID: relayMappingId }))
  const { EventSourceMappings: redriveMappings = [] } = await lambda.send(
    new ListEventSourceMappingsCommand({ FunctionName: redrive?.FunctionName }),
  )
  return {
    name: told.name,
    tableName: told.tableName,
    keys: told.keys,
    ttlAttribute: told.ttlAttribute,
    eventBusArn: told.eventBusArn,
    relayFunctionName: relayMapping.FunctionArn?.split(':').at(-1) ?? '',
    sweeperFunctionName: sweeper.FunctionName ?? '',
    redriveFunctionName: redrive?.FunctionName ?? '',
    relayMappingId,
    deadLetterQueueUrl: told.deadLetterQueueUrl,
    redriveQueueArn: redriveMappings[0]?.EventSourceArn ?? '',
    relayFailureQueueArn: relayMapping.DestinationConfig?.OnFailure?.Destination,
  }
}

function variable(fn: FunctionConfiguration, name: string): string | undefined {
  return fn.Environment?.Variables?.[name]
}
