import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  DeleteFunctionConcurrencyCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda'
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { onTestFinished } from 'vitest'
import { tableWorld } from '../streams/table-world.js'
import { functionResource } from './lambda-resources.js'
import { type Ending, type MappingFactory, streamMappingContract } from './stream-mapping-contract.js'

/** Asks the test how to end, with the sort keys of its records. */
const SOURCE = `
  export const handler = async ({ Records: records }) => {
    const keys = records.map((record) => record.dynamodb.Keys.sk.S)
    const response = await fetch(process.env.ENDINGS, { method: 'POST', body: JSON.stringify(keys) })
    const ending = await response.json()
    if (ending === 'success') return null
    if (ending === 'throw') throw new Error('told to fail')
    if (ending === 'time-out') await new Promise((resolve) => setTimeout(resolve, 600_000))
    if ('answer' in ending) return ending.answer
    return { batchItemFailures: ending.failed.map((sk) => ({
      itemIdentifier: records[keys.indexOf(sk)].dynamodb.SequenceNumber,
    })) }
  }`

interface Endings {
  readonly url: string
  readonly invocations: string[][]
  next: Ending[]
}

async function serveEndings(): Promise<Endings> {
  const endings: Endings = { url: '', invocations: [], next: [] }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      endings.invocations.push(JSON.parse(Buffer.concat(chunks).toString()))
      response.end(JSON.stringify(endings.next.shift() ?? 'success'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return Object.assign(endings, { url: `http://127.0.0.1:${port}` })
}

/** The whole local cloud: an engine, a worker, a queue, Lambda's API. */
const start: MappingFactory = async ({ mapping = {}, streams = {} }) => {
  const endings = await serveEndings()
  const { cloud, put } = await tableWorld(
    streams,
    {
      GivenUp: { Type: 'AWS::SQS::Queue' },
      Reader: functionResource('reader', { Environment: { Variables: { ENDINGS: endings.url } } }),
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
          FunctionName: { Ref: 'Reader' },
          StartingPosition: 'TRIM_HORIZON',
          Enabled: false,
          DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['GivenUp', 'Arn'] } } },
          ...mapping,
        },
      },
    },
    { reader: { 'index.mjs': SOURCE } },
  )
  const lambda = new LambdaClient(cloud.clientConfig)
  const queues = new SQSClient(cloud.clientConfig)
  const FunctionName = cloud.physicalId('Reader')
  const update = async (members: object): Promise<void> => {
    await lambda.send(new UpdateEventSourceMappingCommand({ UUID: cloud.physicalId('Mapping'), ...members }))
    await cloud.clock.advance('5s')
  }
  return {
    write: put,
    setEnabled: (Enabled) => update({ Enabled }),
    update,
    advance: (duration) => cloud.clock.advance(duration),
    ends: (...next) => {
      endings.next = [...next]
    },
    throttle: async (throttled) => {
      if (throttled)
        await lambda.send(
          new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }),
        )
      else await lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }))
    },
    invocations: endings.invocations,
    givenUp: async () => {
      const QueueUrl = cloud.physicalId('GivenUp')
      const { Messages: messages = [] } = await queues.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
      )
      for (const { ReceiptHandle } of messages)
        await queues.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
      return messages.map(({ Body }) => JSON.parse(Body ?? ''))
    },
  }
}

streamMappingContract('the local cloud', start)
