import pMap from 'p-map'
import { ENVIRONMENT } from '../../../../environment.js'
import { fenceTime } from '../../../../store/fence.js'
import { OwnerIndex } from '../../../../store/owner-index.js'
import { SHARD_NAMES, shardKey } from '../../../../store/shard.js'
import { ageText } from '../../age-text.js'
import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'
import type { DoctorContext } from '../doctor-context.js'

/** What the alarm takes for late. Seconds. */
const LATE = 6 * 60 * 60
/** Of an archive that is switched off: by then a sweep a minute has been at every shard many times over. Seconds. */
const LATE_SWITCHED_OFF = 24 * 60 * 60

const CONCURRENT_SHARDS = 8

/** By what waits for it: the sweeper's permission on the bucket and on its key cannot be seen from here. */
export const archiveDelay: Check = {
  name: 'waiting for archive',
  run: async (context) => {
    const { clock, outbox } = context
    const dues = await firstDues(context)
    if (dues.length === 0) return ok('none')
    const oldest = dues.reduce((least, due) => Math.min(least, due), Number.POSITIVE_INFINITY)
    const delay = Math.round((clock.now() - oldest) / 1_000)
    const isSwitchedOff = outbox.stack !== undefined && !outbox.environment[ENVIRONMENT.archiveBucket]
    if (!isSwitchedOff)
      return delay < LATE
        ? ok(`none due for more than ${ageText(LATE)}`)
        : problem(
            `Published events have been due for the archive for ${ageText(delay)}`,
            'docs/operations.md#archive-delay',
          )
    return delay < LATE_SWITCHED_OFF
      ? ok('some wait though there is none: the sweeper gives them their time to live, shard by shard')
      : problem(
          `There is none, and events that waited for it should have expired ${ageText(delay)} ago: the sweeper has not given them their time to live`,
          "docs/operations.md#sweeps-incomplete; see the sweeper's log for the phase `expiry`",
        )
  },
}

/** Of each shard that has rows, when the first falls due: milliseconds since the epoch. What was edited, stray rows tell. */
async function firstDues({ clients, outbox, region }: DoctorContext): Promise<readonly number[]> {
  const index = new OwnerIndex(clients.documents, outbox)
  const pages = await pMap(
    SHARD_NAMES,
    (name) => index.page({ shard: shardKey('A', region, name), limit: 1 }),
    { concurrency: CONCURRENT_SHARDS },
  )
  return pages
    .flatMap(({ entries }) => entries.map(({ due }) => fenceTime(due)))
    .filter((due) => !Number.isNaN(due))
}
