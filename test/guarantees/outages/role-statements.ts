import type { WatchedCloud } from './watched-cloud.js'

/** One statement of a policy. */
export type Statement = Readonly<Record<string, unknown>>

/** An administrator gives the roles of relay and sweeper one statement more. */
export function addToRoles({ cloud, relay, sweeper }: WatchedCloud, statement: Statement): void {
  for (const path of [relay, sweeper])
    cloud.policies.addToRole(cloud.physicalId(`${path}/ServiceRole`), [statement])
}

/**
 * An administrator takes something from the roles of relay and sweeper until a time, in milliseconds since the epoch.
 * IAM knows the cloud's time.
 */
export function denyUntil(fixture: WatchedCloud, until: number, denied: Statement): void {
  const { Condition: conditions, ...statement } = denied
  addToRoles(fixture, {
    ...statement,
    Effect: 'Deny',
    Condition: {
      ...(conditions as Statement | undefined),
      DateLessThan: { 'aws:CurrentTime': new Date(until).toISOString() },
    },
  })
}
