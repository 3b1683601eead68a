import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { AwsError } from '../../../lib/local/aws-error.js'
import type { Caller } from '../../../lib/local/caller.js'
import { AccessKeys } from '../../../lib/local/gateway/access-keys.js'
import type { Backend } from '../../../lib/local/gateway/backend.js'
import { Gateway } from '../../../lib/local/gateway/gateway.js'
import { jsonResponse } from '../../../lib/local/gateway/gateway-message.js'
import { inMemoryHandler } from '../../../lib/local/gateway/in-memory-handler.js'
import { Recorder } from '../../../lib/local/recorder.js'
import type { LocalEnvironment, ServiceClientConfig } from '../../../lib/local/resource-provider.js'
import type { ItemChange } from '../../../lib/local/streams/item-change.js'
import { type StreamOptions, streamSettings } from '../../../lib/local/streams/stream-options.js'
import { StreamRegistry } from '../../../lib/local/streams/stream-registry.js'
import { streamsApi } from '../../../lib/local/streams/streams-api.js'
import type { TableStream } from '../../../lib/local/streams/table-stream.js'
import { Activity } from '../../../lib/local/time/activity.js'
import { HeldCalls } from '../../../lib/local/time/held-calls.js'
import { seededRandom } from '../../../lib/local/time/seeded-random.js'
import { VirtualClock } from '../../../lib/local/time/virtual-clock.js'
import { FakeEngine } from './fake-engine.js'

const KEY_SCHEMA = [
  { AttributeName: 'pk', KeyType: 'HASH' },
  { AttributeName: 'sk', KeyType: 'RANGE' },
]

/** The stream of one table behind a gateway, without an engine: the test makes the changes. */
export interface StreamWorld {
  readonly clock: VirtualClock
  readonly environment: LocalEnvironment
  readonly recorder: Recorder
  readonly streams: StreamRegistry
  readonly stream: TableStream
  readonly engine: FakeEngine
  readonly clientConfig: ServiceClientConfig
  /** Bodies of the messages that were sent to any queue. */
  readonly messages: string[]
  /** The next messages are refused with these errors, one each. */
  readonly refusals: AwsError[]
  /** Resolves when the records are in the stream. */
  readonly write: (...changes: readonly ItemChange[]) => Promise<void>
  readonly enable: () => Promise<TableStream>
}

export async function streamWorld(options: StreamOptions = {}): Promise<StreamWorld> {
  const activity = new Activity()
  const clock = new VirtualClock(activity)
  onTestFinished(() => clock.stop())
  const recorder = new Recorder()
  const keys = new AccessKeys()
  const gateway = new Gateway({ keys, spies: recorder, clock, activity, heldCalls: new HeldCalls() })
  const clientConfigOf = (caller: Caller): ServiceClientConfig => ({
    endpoint: 'http://gateway',
    region: 'eu-west-1',
    credentials: keys.of(caller),
    requestHandler: inMemoryHandler((request) => gateway.answer(request)),
  })
  const environment: LocalEnvironment = {
    region: 'eu-west-1',
    accountId: '123456789012',
    endpoint: 'http://gateway',
    credentialsOf: (caller) => keys.of(caller),
    clientConfigOf,
    authorise: async () => undefined,
    clock,
    activity,
    random: seededRandom(1),
    functions: {
      invoke: () => Promise.reject(new Error('no function')),
      invokeAsynchronously: () => Promise.reject(new Error('no function')),
    },
    spies: recorder,
  }
  const streams = new StreamRegistry(environment, streamSettings({ recordsPerShard: 0, ...options }))
  const api = streamsApi(streams, clock)
  const messages: string[] = []
  const refusals: AwsError[] = []
  const backends: readonly Backend[] = [
    {
      service: 'dynamodb',
      handle: async ({ operation, input }) => jsonResponse(api.get(operation)?.(input) ?? {}),
    },
    {
      service: 'sqs',
      handle: async ({ input }) => {
        const refusal = refusals.shift()
        if (refusal !== undefined) throw refusal
        const body = String(input['MessageBody'])
        messages.push(body)
        // The SDK compares it with what it sent.
        const MD5OfMessageBody = createHash('md5').update(body).digest('hex')
        return jsonResponse({ MessageId: String(messages.length), MD5OfMessageBody })
      },
    },
  ]
  for (const backend of backends) gateway.register(backend)
  const engine = new FakeEngine()
  const enable = (): Promise<TableStream> =>
    streams.enable(engine, {
      tableName: 'orders',
      viewType: 'NEW_AND_OLD_IMAGES',
      keySchema: KEY_SCHEMA,
      engineArn: 'engine',
    })
  const stream = await enable()
  return {
    clock,
    environment,
    recorder,
    streams,
    stream,
    engine,
    clientConfig: clientConfigOf({ kind: 'user', name: 'user' }),
    messages,
    refusals,
    write: async (...changes) => {
      for (const change of changes) engine.write(change)
      await streams.enabled('orders')?.settle()
    },
    enable,
  }
}
