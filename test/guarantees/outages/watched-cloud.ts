import type { Stack } from 'aws-cdk-lib'
import type { TransactionalOutboxProps } from 'serverless-outbox/cdk'
import type { LocalCloudOptions } from 'serverless-outbox/local'
import { type OutboxCloud, startOutboxCloud } from '../outbox-cloud.js'
import { CallWatch } from './call-watch.js'
import { EventWriter } from './event-writer.js'

export interface WatchedCloud extends OutboxCloud {
  /** Construct path of the sweeper's function. */
  readonly sweeper: string
  readonly writer: EventWriter
  readonly watch: CallWatch
}

export interface WatchedCloudOptions {
  readonly props?: (stack: Stack) => TransactionalOutboxProps
  readonly local?: Omit<LocalCloudOptions, 'assembly'>
}

/** An outbox, a service that writes to it by the cloud's time, and somebody who counts. */
export async function startWatchedCloud({ props, local }: WatchedCloudOptions = {}): Promise<WatchedCloud> {
  const fixture = await startOutboxCloud(props, {}, local)
  return {
    ...fixture,
    sweeper: 'Shop/Outbox/Sweeper',
    writer: new EventWriter(fixture),
    watch: new CallWatch(fixture),
  }
}
