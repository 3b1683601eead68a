import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBStreamsClient, type _Record as SourceRecord } from '@aws-sdk/client-dynamodb-streams'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { EventSourceMapping } from '../event-source-mapping.js'
import type { MappingEnvironment } from '../mapping-environment.js'
import type { MappingSettings, StreamSettings } from '../mapping-settings.js'
import { invokeBatch } from './invoke-batch.js'
import { Lane } from './lane.js'
import { LaneDriver } from './lane-driver.js'
import { laneOf } from './lane-of.js'
import { onFailureDestination } from './on-failure-destination.js'
import { partitionKeyOf } from './partition-key-of.js'
import { streamPolicyOf } from './stream-policy-of.js'
import { StreamReader } from './stream-reader.js'
import { toStreamRecord } from './to-stream-record.js'

/** AWS polls four times a second; here nobody pays for it. Milliseconds. */
const POLL_INTERVAL = 50

/**
 * A mapping on the stream of a table. When it resolves, the starting position is taken, and it polls if it is
 * enabled.
 */
export async function startStreamMapping(
  settings: MappingSettings,
  source: StreamSettings,
  environment: MappingEnvironment,
): Promise<EventSourceMapping> {
  const { eventSourceArn } = settings
  const { local, clock, functions } = environment
  const config = {
    endpoint: local.endpoint,
    region: local.region,
    credentials: local.credentialsOf({ kind: 'service', name: 'lambda.amazonaws.com' }),
  }
  const partitionKey = await partitionKeyOf(eventSourceArn, new DynamoDBClient(config))
  const reader = new StreamReader(new DynamoDBStreamsClient(config), eventSourceArn, source.startingPosition)
  await reader.start()
  const lambda = functions.find(settings.functionName)
  const policy = streamPolicyOf(settings, source)
  const tellOnFailure = onFailureDestination(source.onFailureArn, new SQSClient(config), local)
  const drivers = new Map<string, LaneDriver>()
  const work = new Set<Promise<void>>()
  let running: AbortController | undefined

  const mapping: EventSourceMapping = {
    settings,
    get enabled() {
      return running !== undefined
    },
    enable() {
      if (running !== undefined) return
      running = new AbortController()
      const { signal } = running
      for (const driver of drivers.values()) track(driver.run(signal))
      track(poll(signal))
    },
    async disable() {
      running?.abort()
      running = undefined
      await Promise.all(work)
    },
  }
  if (settings.enabled) mapping.enable()
  return mapping

  function track(task: Promise<void>): void {
    const tracked = task.finally(() => work.delete(tracked))
    work.add(tracked)
  }

  async function poll(signal: AbortSignal): Promise<void> {
    let isFailing = false
    while (!signal.aborted) {
      try {
        for await (const records of reader.read(signal)) dispatch(records, signal)
        isFailing = false
      } catch (error) {
        // Said once, not at every poll; it goes on by itself.
        if (!signal.aborted && !isFailing) {
          local.spies.warn(`The stream ${eventSourceArn} cannot be read: ${String(error)}`)
        }
        isFailing = true
      }
      await clock.sleep(POLL_INTERVAL, signal)
    }
  }

  /** What the filters do not let through is done; it costs no invocation. */
  function dispatch(records: readonly SourceRecord[], signal: AbortSignal): void {
    const { filters } = settings
    for (const original of records) {
      const record = toStreamRecord(original, { eventSourceArn, region: local.region })
      if (filters.length > 0 && !filters.some((filter) => filter.matches(record.event))) continue
      const place = laneOf(original.dynamodb?.Keys ?? {}, partitionKey, source.parallelizationFactor)
      driverOf(place.shardId, place.lane, signal).offer([record])
    }
  }

  function driverOf(shardId: string, lane: number, signal: AbortSignal): LaneDriver {
    const name = `${shardId} ${lane}`
    const known = drivers.get(name)
    if (known !== undefined) return known
    const { functionArn } = lambda.configuration
    const driver = new LaneDriver(
      new Lane(policy),
      {
        invoke: (records) => invokeBatch(lambda, records, policy),
        discard: (batch, condition) =>
          tellOnFailure(batch, {
            condition,
            functionArn,
            streamArn: eventSourceArn,
            shardId,
            now: clock.now(),
          }),
      },
      clock,
    )
    drivers.set(name, driver)
    track(driver.run(signal))
    return driver
  }
}
