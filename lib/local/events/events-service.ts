import { setMaxListeners } from 'node:events'
import type { JsonRecord } from '../record.js'
import type { LocalEnvironment, ResourceProvider } from '../resource-provider.js'
import type { Action, Service } from '../service.js'
import { cancelReplay } from './actions/cancel-replay.js'
import { createArchive } from './actions/create-archive.js'
import { createEventBus } from './actions/create-event-bus.js'
import { deleteArchive } from './actions/delete-archive.js'
import { deleteEventBus } from './actions/delete-event-bus.js'
import { deleteRule } from './actions/delete-rule.js'
import { describeArchive } from './actions/describe-archive.js'
import { describeEventBus } from './actions/describe-event-bus.js'
import { describeReplay } from './actions/describe-replay.js'
import { describeRule } from './actions/describe-rule.js'
import { disableRule } from './actions/disable-rule.js'
import { enableRule } from './actions/enable-rule.js'
import { listArchives } from './actions/list-archives.js'
import { listEventBuses } from './actions/list-event-buses.js'
import { listReplays } from './actions/list-replays.js'
import { listRules } from './actions/list-rules.js'
import { listTargetsByRule } from './actions/list-targets-by-rule.js'
import { putEvents } from './actions/put-events.js'
import { putRule } from './actions/put-rule.js'
import { putTargets } from './actions/put-targets.js'
import { removeTargets } from './actions/remove-targets.js'
import { startReplay } from './actions/start-replay.js'
import { testEventPattern } from './actions/test-event-pattern.js'
import { updateArchive } from './actions/update-archive.js'
import { Archives } from './archives/archives.js'
import { Replays } from './archives/replays.js'
import { EventBuses } from './event-buses.js'
import { EventMetrics } from './event-metrics.js'
import { EventRouter } from './event-router.js'
import type { EventsContext } from './events-context.js'
import { InFlight } from './in-flight.js'
import { archiveProvider } from './providers/archive-provider.js'
import { eventBusPolicyProvider } from './providers/event-bus-policy-provider.js'
import { eventBusProvider } from './providers/event-bus-provider.js'
import { ruleProvider } from './providers/rule-provider.js'
import { RuleSchedules } from './rule-schedules.js'

/** EventBridge (the classic event buses) of one account in one Region. */
export interface EventsService {
  readonly service: Service
  readonly providers: readonly ResourceProvider[]
  /** Gives up what waits for a retry and waits for what is being delivered. */
  readonly stop: () => Promise<void>
}

const ACTIONS: Readonly<Record<string, (context: EventsContext, input: JsonRecord) => JsonRecord>> = {
  CancelReplay: cancelReplay,
  CreateArchive: createArchive,
  DeleteArchive: deleteArchive,
  DescribeArchive: describeArchive,
  DescribeReplay: describeReplay,
  ListArchives: listArchives,
  ListReplays: listReplays,
  StartReplay: startReplay,
  UpdateArchive: updateArchive,
  CreateEventBus: createEventBus,
  DeleteEventBus: deleteEventBus,
  DeleteRule: deleteRule,
  DescribeEventBus: describeEventBus,
  DescribeRule: describeRule,
  DisableRule: disableRule,
  EnableRule: enableRule,
  ListEventBuses: listEventBuses,
  ListRules: listRules,
  ListTargetsByRule: listTargetsByRule,
  PutEvents: putEvents,
  PutRule: putRule,
  PutTargets: putTargets,
  RemoveTargets: removeTargets,
  TestEventPattern: testEventPattern,
}

export const EVENTS_OPERATIONS: readonly string[] = Object.keys(ACTIONS)

export function createEventsService(environment: LocalEnvironment): EventsService {
  const { clock, random, activity, spies, region, accountId } = environment
  const { now } = clock
  const stopping = new AbortController()
  // Each delivery that waits for a retry listens: there may be thousands.
  setMaxListeners(0, stopping.signal)
  const inFlight = new InFlight(activity)
  const metrics = new EventMetrics(spies, clock)
  const buses = new EventBuses(region, accountId, now)
  const archives = new Archives(now, random)
  const common = { clock, random, archives, metrics, inFlight, stopping: stopping.signal }
  const router = new EventRouter({ ...common, local: environment, buses })
  const schedules = new RuleSchedules({ ...common, fire: (rule, due) => router.fire(rule, due) })
  const replays = new Replays({
    ...common,
    route: (event, busArn, ruleArns) => {
      const bus = buses.find(busArn)
      if (bus !== undefined) router.route(event, bus, ruleArns)
    },
  })
  const context: EventsContext = {
    environment,
    buses,
    router,
    schedules,
    archives,
    replays,
    metrics,
    now,
  }
  const actions = Object.entries(ACTIONS).map(([name, action]): [string, Action] => [
    name,
    async (call) => action(context, call.input),
  ])
  return {
    service: { name: 'events', actions: Object.fromEntries(actions) },
    providers: [
      archiveProvider(context),
      eventBusPolicyProvider(context),
      eventBusProvider(context),
      ruleProvider(context),
    ],
    stop: async () => {
      stopping.abort()
      await inFlight.drain()
      router.close()
    },
  }
}
