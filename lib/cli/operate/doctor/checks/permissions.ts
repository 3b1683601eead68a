import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { ATTRIBUTE, OWNER_INDEX, PARTITION_PREFIX } from '../../../../store/layout.js'
import { keyAttributes, rowKey } from '../../../../store/row-key.js'
import { isDenied } from '../../is-denied.js'
import { ok, unknown } from '../answers.js'
import type { Check } from '../check.js'
import type { DoctorContext } from '../doctor-context.js'
import type { Answer } from '../finding.js'

/** Reads of the other commands that no other check makes, each on something that is not there. */
const READS: Readonly<Record<string, (context: DoctorContext) => Promise<unknown>>> = {
  'dynamodb:Query': ({ clients, outbox }) =>
    clients.documents.send(
      new QueryCommand({
        TableName: outbox.tableName,
        IndexName: OWNER_INDEX,
        KeyConditionExpression: '#shard = :none',
        ExpressionAttributeNames: { '#shard': ATTRIBUTE.shard },
        ExpressionAttributeValues: { ':none': 'none' },
        Limit: 1,
      }),
    ),
  'dynamodb:GetItem': ({ clients, outbox }) =>
    clients.documents.send(new GetCommand({ TableName: outbox.tableName, Key: nowhere(outbox) })),
  'dynamodb:BatchGetItem': ({ clients, outbox }) =>
    clients.documents.send(
      new BatchGetCommand({ RequestItems: { [outbox.tableName]: { Keys: [nowhere(outbox)] } } }),
    ),
  'cloudwatch:GetMetricData': ({ clients, clock }) =>
    clients.cloudWatch.send(
      new GetMetricDataCommand({
        StartTime: new Date(clock.now() - 60_000),
        EndTime: new Date(clock.now()),
        MetricDataQueries: [
          {
            Id: 'none',
            MetricStat: { Metric: { Namespace: 'none', MetricName: 'none' }, Period: 60, Stat: 'Sum' },
          },
        ],
      }),
    ),
  'sts:GetCallerIdentity': ({ clients }) => clients.caller(),
}

export const permissions: Check = {
  name: 'your permissions',
  run: async (context) => {
    const denied: Answer[] = []
    for (const [action, read] of Object.entries(READS))
      try {
        await read(context)
      } catch (error) {
        // What else goes wrong, the other checks tell.
        if (isDenied(error))
          denied.push(unknown(`You may not ${action}`, `have ${action} added to your role`))
      }
    return denied.length > 0 ? denied : ok(`${await context.clients.caller()} may read all`)
  },
}

function nowhere({ keys }: DoctorContext['outbox']): Record<string, string> {
  return keyAttributes(
    rowKey({ aggregateType: PARTITION_PREFIX, aggregateId: '-', eventId: '-' }, keys),
    keys,
  )
}
