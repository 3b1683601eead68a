import type { Clock } from '../../clock.js'
import type { ReplayRecord } from '../../replay/replay-record.js'
import type { ReplayRecords } from '../../replay/replay-records.js'
import type { Console } from '../console.js'
import type { AwsClients } from '../operate/aws-clients.js'

/** A run that has begun: its record is written. */
export interface RunOfRecord {
  readonly clients: Pick<AwsClients, 'events' | 'settings'>
  readonly records: ReplayRecords
  readonly record: ReplayRecord
  readonly console: Console
  readonly clock: Clock
  readonly isInterrupted: () => boolean
}
