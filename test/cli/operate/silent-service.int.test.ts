import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation'
import { ListMetricsCommand } from '@aws-sdk/client-cloudwatch'
import { ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { ListEventBusesCommand } from '@aws-sdk/client-eventbridge'
import { ListFunctionsCommand } from '@aws-sdk/client-lambda'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { ListQueuesCommand } from '@aws-sdk/client-sqs'
import { expect, it, onTestFinished } from 'vitest'
import { archiveClient } from '../../../lib/cli/archive/archive-client.js'
import { awsClients } from '../../../lib/cli/operate/aws-clients.js'
import { errorLine } from '../../../lib/cli/operate/error-line.js'

/** Takes connections, and never answers. */
async function silentEndpoint(): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Expected an address with a port')
  return `http://127.0.0.1:${address.port}`
}

it('no call waits for ever for a service that takes the connection and never answers', async () => {
  const endpointUrl = await silentEndpoint()
  const place = { region: 'us-east-1', endpointUrl, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } }
  const limits = { connectionTimeout: 1_000, requestTimeout: 20, socketTimeout: 1_000 }
  const clients = awsClients(place, limits)
  const s3 = archiveClient(clients)
  onTestFinished(() => {
    clients.close()
    s3.destroy()
  })
  const calls = [
    clients.cloudFormation.send(new ListStackResourcesCommand({ StackName: 's' })),
    clients.cloudWatch.send(new ListMetricsCommand({})),
    clients.dynamodb.send(new ListTablesCommand({})),
    clients.events.send(new ListEventBusesCommand({})),
    clients.lambda.send(new ListFunctionsCommand({})),
    clients.sqs.send(new ListQueuesCommand({})),
    clients.caller(),
    s3.send(new ListObjectsV2Command({ Bucket: 'b' })),
  ]
  const lines = (await Promise.allSettled(calls)).map((ended) =>
    ended.status === 'rejected' ? errorLine(ended.reason, { endpointUrl }) : 'answered',
  )
  expect(lines).toEqual(
    calls.map(
      () => `Nobody answers at ${endpointUrl} (ETIMEDOUT): check --endpoint-url, --region and your network`,
    ),
  )
  const standard = awsClients(place)
  onTestFinished(standard.close)
  expect(standard.settings.requestHandler).toEqual({
    connectionTimeout: 5_000,
    requestTimeout: 10_000,
    socketTimeout: 10_000,
    throwOnRequestTimeout: true,
  })
})
