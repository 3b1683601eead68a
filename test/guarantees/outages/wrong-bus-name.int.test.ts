import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { ENVIRONMENT } from '../../../lib/environment.js'
import { advanceTo } from './advance-to.js'
import { CALM } from './event-writer.js'
import { expectSettled } from './expect-settled.js'
import { addToRoles } from './role-statements.js'
import { setVariables } from './set-variables.js'
import { startWatchedCloud } from './watched-cloud.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

vi.setConfig({ testTimeout: 240_000 })

// To the bus that is not there PutEvents would answer success, and drop the events.
// Nothing is sent while the name is wrong, so there is no reason for a duplicate.
it.each([
  { which: 'that does not exist', mayUseIt: true, code: 'ResourceNotFoundException' },
  { which: 'that the functions may not use', mayUseIt: false, code: 'AccessDeniedException' },
])(
  'a bus $which is set for hours, then the right one: everything is delivered then',
  async ({ mayUseIt, code }) => {
    const fixture = await startWatchedCloud({
      props: () => ({
        relay: { maxRecordAge: Duration.minutes(2) },
        sweeper: { interval: Duration.minutes(10) },
      }),
      local: { streams: { shards: 1 } },
    })
    const { cloud, writer, watch, relay, sweeper } = fixture
    // The first sweep is over: whatever looks at a bus from now on has the wrong name.
    await cloud.quiet()
    const right = cloud.attribute('Shop/Outbox/EventBus', 'Arn')
    const wrong = `${right}-that-nobody-made`
    if (mayUseIt) addToRoles(fixture, { Effect: 'Allow', Action: 'events:*', Resource: wrong })
    for (const path of [relay, sweeper])
      await setVariables(fixture, path, { [ENVIRONMENT.eventBusArn]: wrong })
    const begin = cloud.clock.now()
    for (const at of [0, 1.5 * HOUR, 3 * HOUR - 2 * MINUTE]) {
      await advanceTo(cloud, begin + at)
      await writer.keepWriting(CALM, 2 * MINUTE)
    }
    expect(watch.accepted).toEqual([])
    const looks = cloud
      .calls({ operation: 'DescribeEventBus' })
      .filter(({ at, caller }) => at.getTime() > begin && caller.kind === 'function')

    for (const path of [relay, sweeper])
      await setVariables(fixture, path, { [ENVIRONMENT.eventBusArn]: right })
    await cloud.clock.advance('30m')
    await expectSettled(fixture)
    expect(new Set(looks.map(({ caller, errorCode }) => `${caller.name} ${errorCode}`))).toEqual(
      new Set([relay, sweeper].map((path) => `${cloud.logicalId(path)} ${code}`)),
    )
  },
)
