import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { onTestFinished } from 'vitest'
import type { Fauxqs } from '../../../lib/local/fauxqs/fauxqs.js'
import { startFauxqs } from '../../../lib/local/fauxqs/start-fauxqs.js'
import { AccessKeys } from '../../../lib/local/gateway/access-keys.js'
import { Gateway } from '../../../lib/local/gateway/gateway.js'
import { inMemoryHandler } from '../../../lib/local/gateway/in-memory-handler.js'
import type { LocalEnvironment } from '../../../lib/local/resource-provider.js'
import { s3Backend } from '../../../lib/local/s3/s3-backend.js'
import type { RecordedCall } from '../../../lib/local/spy-log.js'
import { QueueAddress } from '../../../lib/local/sqs/queue-address.js'
import { sqsBackend } from '../../../lib/local/sqs/sqs-backend.js'
import { Activity } from '../../../lib/local/time/activity.js'
import { HeldCalls } from '../../../lib/local/time/held-calls.js'
import { seededRandom } from '../../../lib/local/time/seeded-random.js'
import { VirtualClock } from '../../../lib/local/time/virtual-clock.js'

export interface QueueWorld {
  readonly sqs: SQSClient
  readonly s3: S3Client
  readonly clock: VirtualClock
  readonly fauxqs: Fauxqs
  readonly arnOf: (queueName: string) => string
  /** What a service beside these two may use. */
  readonly environment: LocalEnvironment
  readonly warnings: readonly string[]
  /** In the order of their answers. */
  readonly calls: readonly RecordedCall[]
}

const REGION = 'eu-west-1'
const ACCOUNT = '111122223333'

/** SQS and S3 behind a gateway. They end with the test. @default a clock of their own */
export async function startQueueWorld({
  activity = new Activity(),
  clock = new VirtualClock(activity),
}: {
  readonly activity?: Activity
  readonly clock?: VirtualClock
} = {}): Promise<QueueWorld> {
  const keys = new AccessKeys()
  const warnings: string[] = []
  const warn = (warning: string): void => void warnings.push(warning)
  const calls: RecordedCall[] = []
  const recordCall = (call: RecordedCall): void => void calls.push(call)
  const gateway = new Gateway({
    keys,
    spies: { recordCall, warn },
    clock,
    activity,
    heldCalls: new HeldCalls(),
  })
  const [endpoint, fauxqs] = await Promise.all([
    gateway.start(),
    startFauxqs({ region: REGION, accountId: ACCOUNT, clock, activity }),
  ])
  const authorise = async (): Promise<void> => undefined
  const address = new QueueAddress(endpoint, REGION, ACCOUNT)
  gateway.register(sqsBackend(fauxqs, address, { clock, authorise }))
  gateway.register(s3Backend(fauxqs))
  const none = (): Promise<never> => Promise.reject(new Error('there are no functions'))
  const environment: LocalEnvironment = {
    region: REGION,
    accountId: ACCOUNT,
    endpoint,
    credentialsOf: (caller) => keys.of(caller),
    clientConfigOf: (caller) => ({
      endpoint,
      region: REGION,
      credentials: keys.of(caller),
      requestHandler: inMemoryHandler((request) => gateway.answer(request)),
    }),
    authorise,
    clock,
    activity,
    random: seededRandom(1),
    functions: { invoke: none, invokeAsynchronously: none },
    spies: {
      recordCall,
      recordEvent: () => {},
      recordLogLine: () => {},
      recordInvocation: () => {},
      recordMetric: () => {},
      warn,
    },
  }
  onTestFinished(async () => {
    await gateway.stop()
    await fauxqs.stop()
    clock.stop()
  })
  const { requestHandler, ...config } = environment.clientConfigOf({ kind: 'user', name: 'user' })
  return {
    sqs: new SQSClient({ ...config, requestHandler, maxAttempts: 1 }),
    // Objects are streamed: over a connection.
    s3: new S3Client({ ...config, maxAttempts: 1 }),
    clock,
    fauxqs,
    arnOf: (name) => address.arn(name),
    environment,
    warnings,
    calls,
  }
}
