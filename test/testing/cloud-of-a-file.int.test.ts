import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, expect } from 'vitest'
import { localCloudTest } from '../../lib/testing/index.js'
import { simulatedAuthoriser } from '../local/iam/simulated-authoriser.js'
import { writeAssembly } from '../local/write-assembly.js'

const assembly = await writeAssembly({
  stacks: {
    Shop: {
      template: { Resources: { Jobs: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'jobs' } } } },
    },
  },
})
afterAll(() => assembly.remove())

const test = localCloudTest({ assembly: assembly.directory, authoriser: simulatedAuthoriser() })
const endpoints: string[] = []

test('the cloud runs the stacks of the assembly', async ({ cloud }) => {
  const client = new SQSClient(cloud.clientConfig)
  const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: 'jobs' }))
  client.destroy()
  expect(QueueUrl).toBe(cloud.physicalId('Jobs'))
  endpoints.push(cloud.endpoint)
})

test('the tests of a file share it', async ({ cloud }) => {
  expect(endpoints).toEqual([cloud.endpoint])
})

test('time of its own', async ({ cloud }) => {
  const before = cloud.clock.now()
  await cloud.clock.advance('2h')
  expect(cloud.clock.now() - before).toBeGreaterThanOrEqual(2 * 60 * 60_000)
})
