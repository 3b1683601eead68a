import type { Activity } from '../time/activity.js'
import type { SharedClock } from '../time/shared-clock.js'
import { Bells } from './bells.js'
import { DueAlarm } from './due-alarm.js'
import type { Fauxqs } from './fauxqs.js'
import { FauxqsConnection } from './fauxqs-connection.js'

export interface FauxqsOptions {
  readonly region: string
  readonly accountId: string
  readonly clock: SharedClock
  readonly activity: Activity
}

/** Resolves once the worker takes calls. @throws LocalCloudError when it does not start */
export async function startFauxqs({ region, accountId, clock, activity }: FauxqsOptions): Promise<Fauxqs> {
  const bells = new Bells()
  const connection = await FauxqsConnection.open({
    settings: {
      fauxqsUrl: import.meta.resolve('fauxqs'),
      clockOffset: clock.offset,
      region,
      accountId,
    },
    activity,
    onResponse: ({ rung, due }) => {
      for (const queueName of rung) bells.ring(queueName)
      alarm.set(due)
    },
  })
  const alarm = new DueAlarm(clock, (until) => {
    // Fails when the worker is ended: then nothing is due any more.
    connection.send({ kind: 'tick', until }).catch(() => undefined)
  })
  return {
    sqs: (operation, input) => connection.send({ kind: 'sqs', operation, input }),
    takeBack: async (queueUrl, receiptHandles) => {
      await connection.send({ kind: 'take-back', queueUrl, receiptHandles })
    },
    bell: (queueName, signal) => bells.next(queueName, signal),
    s3: async (request) => {
      const { statusCode, headers, body } = await connection.send({ kind: 's3', request })
      return { statusCode, headers, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }
    },
    statistics: () => connection.send({ kind: 'statistics' }),
    stop: async () => {
      alarm.set(undefined)
      await connection.close()
    },
  }
}
