import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import {
  type FunctionConfiguration,
  GetEventSourceMappingCommand,
  GetFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda'
import { systemClock } from '../../../clock.js'
import { OwnerIndex } from '../../../store/owner-index.js'
import { countLevels } from '../../../sweeper/count-levels.js'
import type { AwsClients } from '../aws-clients.js'
import { CliError } from '../cli-error.js'
import { needed } from '../needed.js'
import type { OutboxResources } from '../outbox-resources.js'
import type { DoctorContext, OutboxFunctions } from './doctor-context.js'
import { indexSample } from './index-sample.js'

/** @throws when the Region is not known */
export async function doctorContextOf(clients: AwsClients, outbox: OutboxResources): Promise<DoctorContext> {
  const region = await clients.region()
  const index = new OwnerIndex(clients.documents, outbox)
  return {
    clients,
    outbox,
    region,
    clock: systemClock,
    table: once(async () => {
      const { Table } = await clients.dynamodb.send(new DescribeTableCommand({ TableName: outbox.tableName }))
      return Table ?? {}
    }),
    mapping: once(async () =>
      clients.lambda.send(new GetEventSourceMappingCommand({ UUID: needed(outbox, 'relayMappingId') })),
    ),
    functions: once(() => functionsOf(clients, outbox)),
    levels: once(() =>
      countLevels({ index, clock: systemClock, random: Math.random, region }, Number.POSITIVE_INFINITY),
    ),
    sample: once(() => indexSample(clients, outbox, region)),
  }
}

async function functionsOf({ lambda }: AwsClients, outbox: OutboxResources): Promise<OutboxFunctions> {
  const { relayFunctionName, sweeperFunctionName, redriveFunctionName, stack } = outbox
  if (stack === undefined)
    throw new CliError('Expected the functions to be known, got nothing: give --stack <name>')
  const read = async (FunctionName: string | undefined): Promise<FunctionConfiguration | undefined> =>
    FunctionName === undefined
      ? undefined
      : lambda.send(new GetFunctionConfigurationCommand({ FunctionName }))
  return {
    relay: await read(relayFunctionName),
    sweeper: await read(sweeperFunctionName),
    redrive: await read(redriveFunctionName),
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => {
    answer ??= read()
    return answer
  }
}
