import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import type { OutboxAlarmName } from './outbox-alarm-name.js'

/** By name; that of the archive is there where an archive is. */
export type OutboxAlarms = Readonly<Record<OutboxAlarmName, Alarm>> & { readonly archiveDelay?: Alarm }
