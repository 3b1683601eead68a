import type { FunctionConfiguration } from '@aws-sdk/client-lambda'
import { ENVIRONMENT, parseRelayEnvironment } from '../../environment.js'
import type { AwsClients } from './aws-clients.js'
import { CliError } from './cli-error.js'
import type { OutboxResources } from './outbox-resources.js'
import { stackFunctions } from './stack-functions.js'
import { variable } from './variable.js'

/**
 * The outbox of a stack, found by what its functions are told.
 *
 * @param chosen its name, or the end of it, where the stack has several
 * @throws CliError when there is none, or more than one and none is chosen
 * @throws the SDK's error
 */
export async function outboxOfStack(
  clients: AwsClients,
  stack: string,
  chosen: string | undefined,
): Promise<OutboxResources> {
  const outboxes = await outboxesOfStack(clients, stack)
  const names = outboxes.map(({ name }) => name).join(', ')
  if (outboxes.length === 0)
    throw new CliError(
      `Stack ${stack} has no outbox: none of its functions is a sweeper. Name the stack with the TransactionalOutbox`,
    )
  const fitting = chosen === undefined ? outboxes : outboxes.filter(({ name }) => name.endsWith(chosen))
  const [outbox] = fitting
  if (outbox === undefined)
    throw new CliError(`Stack ${stack} has no outbox whose name ends in ${chosen}: it has ${names}`)
  if (fitting.length > 1)
    throw new CliError(`Stack ${stack} has several outboxes: choose one of ${names} with --outbox`)
  return outbox
}

/** @throws the SDK's error */
export async function outboxesOfStack(clients: AwsClients, stack: string): Promise<OutboxResources[]> {
  const functions = await stackFunctions(clients, stack)
  return functions.filter(isSweeper).map((sweeper) => resourcesOf(sweeper, functions, stack))
}

/** Nobody else is told of the relay's mapping. */
function isSweeper(fn: FunctionConfiguration): boolean {
  return variable(fn, ENVIRONMENT.relayMappingId) !== undefined
}

function resourcesOf(
  sweeper: FunctionConfiguration,
  functions: readonly FunctionConfiguration[],
  stack: string,
): OutboxResources {
  const environment = sweeper.Environment?.Variables ?? {}
  const { name, tableName, keys, ttlAttribute, eventBusArn, deadLetterQueueUrl } =
    parseRelayEnvironment(environment)
  const others = functions.filter((fn) => variable(fn, ENVIRONMENT.name) === name && !isSweeper(fn))
  const delivers = (fn: FunctionConfiguration): boolean => variable(fn, ENVIRONMENT.eventBusArn) !== undefined
  return {
    name,
    tableName,
    keys,
    ttlAttribute,
    eventBusArn,
    deadLetterQueueUrl,
    relayMappingId: environment[ENVIRONMENT.relayMappingId],
    sweeperFunctionName: sweeper.FunctionName,
    relayFunctionName: others.find(delivers)?.FunctionName,
    redriveFunctionName: others.find((fn) => !delivers(fn))?.FunctionName,
    stack,
    environment,
  }
}
