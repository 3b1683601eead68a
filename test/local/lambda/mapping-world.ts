import { AwsError } from '../../../lib/local/aws-error.js'
import type { ManagedMapping } from '../../../lib/local/lambda/event-source-mapping/managed-mapping.js'
import type { MappingEnvironment } from '../../../lib/local/lambda/event-source-mapping/mapping-environment.js'
import { newMapping } from '../../../lib/local/lambda/event-source-mapping/new-mapping.js'
import { functionConfiguration } from '../../../lib/local/lambda/function/function-configuration.js'
import type { Invocation } from '../../../lib/local/lambda/function/lambda-function.js'
import type { JsonRecord } from '../../../lib/local/record.js'
import type { MetricDatum } from '../../../lib/local/spy-log.js'
import { insert } from '../streams/stream-fixture.js'
import { type StreamWorld, streamWorld } from '../streams/stream-world.js'
import type { Ending, MappingSetup, MappingSubject } from './stream-mapping-contract.js'

const TIMEOUT = 30_000
const GIVEN_UP = 'arn:aws:sqs:eu-west-1:123456789012:given-up'

export interface MappingWorld extends MappingSubject {
  readonly world: StreamWorld
  readonly managed: ManagedMapping
  /** Of the mapping. */
  readonly properties: JsonRecord
  readonly environment: MappingEnvironment
  readonly metrics: readonly MetricDatum[]
}

/** The mapping itself, without an engine and without workers. */
export async function mappingWorld({ mapping = {}, streams = {} }: MappingSetup): Promise<MappingWorld> {
  const world = await streamWorld(streams)
  const { clock, environment } = world
  const metrics: MetricDatum[] = []
  world.recorder.listen({ onMetric: (datum) => metrics.push(datum) })
  const invocations: string[][] = []
  let endings: Ending[] = []
  let throttled = false

  const lambda = {
    configuration: functionConfiguration(
      { Runtime: 'nodejs24.x', Handler: 'index.handler' },
      {
        functionName: 'reader',
        functionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:reader',
        logicalId: 'Reader',
        taskRoot: '/',
      },
    ),
    invoke: async (payload: string): Promise<Invocation> => {
      if (throttled) throw new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429)
      const { Records: records } = JSON.parse(payload)
      const keys: string[] = records.map(
        (one: { dynamodb: { Keys: { sk: { S: string } } } }) => one.dynamodb.Keys.sk.S,
      )
      invocations.push(keys)
      const ending = endings.shift() ?? 'success'
      const requestId = `request-${invocations.length}`
      const error = { errorType: 'Error', errorMessage: 'told to fail', trace: [] }
      if (ending === 'time-out') await clock.sleep(TIMEOUT, new AbortController().signal)
      if (ending === 'throw' || ending === 'time-out') return { requestId, outcome: { kind: 'error', error } }
      const answer = answerOf(ending, (sk) => records[keys.indexOf(sk)]?.dynamodb.SequenceNumber)
      return { requestId, outcome: { kind: 'response', payload: JSON.stringify(answer) } }
    },
  }
  const properties = {
    EventSourceArn: world.stream.arn,
    FunctionName: 'reader',
    StartingPosition: 'TRIM_HORIZON',
    Enabled: false,
    DestinationConfig: { OnFailure: { Destination: GIVEN_UP } },
    ...mapping,
  }
  const mappingEnvironment: MappingEnvironment = {
    local: environment,
    clock,
    functions: { find: () => lambda },
    streams: world.streams,
    redelivery: streams.redelivery ?? 0,
  }
  const managed = await newMapping(properties, mappingEnvironment)
  await managed.provision()
  const update = async (members: Readonly<Record<string, unknown>>): Promise<void> => {
    managed.update(members)
    await clock.advance('5s')
  }
  return {
    world,
    managed,
    properties,
    environment: mappingEnvironment,
    metrics,
    write: async (pk, sk, attributes = {}) => {
      const { keys } = insert(pk, sk)
      await world.write({ eventName: 'INSERT', keys, newImage: { ...keys, ...attributes } })
    },
    setEnabled: (Enabled) => update({ Enabled }),
    update,
    advance: (duration) => clock.advance(duration),
    ends: (...next) => {
      endings = [...next]
    },
    throttle: async (isThrottled) => {
      throttled = isThrottled
    },
    invocations,
    givenUp: async () => world.messages.map((message) => JSON.parse(message)),
  }
}

function answerOf(
  ending: Exclude<Ending, 'throw' | 'time-out'>,
  identifier: (sk: string) => string | undefined,
): unknown {
  if (ending === 'success') return null
  if ('answer' in ending) return ending.answer
  return { batchItemFailures: ending.failed.map((sk) => ({ itemIdentifier: identifier(sk) })) }
}
