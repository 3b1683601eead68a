import type { JsonRecord } from '../record.js'
import type { LocalEnvironment, ResourceProvider } from '../resource-provider.js'
import type { Action, Service } from '../service.js'
import { createEventBus } from './actions/create-event-bus.js'
import { deleteEventBus } from './actions/delete-event-bus.js'
import { deleteRule } from './actions/delete-rule.js'
import { describeEventBus } from './actions/describe-event-bus.js'
import { describeRule } from './actions/describe-rule.js'
import { disableRule } from './actions/disable-rule.js'
import { enableRule } from './actions/enable-rule.js'
import { listEventBuses } from './actions/list-event-buses.js'
import { listRules } from './actions/list-rules.js'
import { listTargetsByRule } from './actions/list-targets-by-rule.js'
import { putEvents } from './actions/put-events.js'
import { putRule } from './actions/put-rule.js'
import { putTargets } from './actions/put-targets.js'
import { removeTargets } from './actions/remove-targets.js'
import { testEventPattern } from './actions/test-event-pattern.js'
import { EventBuses } from './event-buses.js'
import { EventRouter } from './event-router.js'
import type { EventsContext } from './events-context.js'
import { archiveProvider } from './providers/archive-provider.js'
import { eventBusPolicyProvider } from './providers/event-bus-policy-provider.js'
import { eventBusProvider } from './providers/event-bus-provider.js'
import { ruleProvider } from './providers/rule-provider.js'

/** EventBridge (the classic event buses) of one account in one Region. */
export interface EventsService {
  readonly service: Service
  readonly providers: readonly ResourceProvider[]
  /** Gives up what waits for a retry and waits for what is being delivered. */
  readonly stop: () => Promise<void>
}

const ACTIONS: Readonly<Record<string, (context: EventsContext, input: JsonRecord) => JsonRecord>> = {
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

export function createEventsService(environment: LocalEnvironment): EventsService {
  const { clock, random } = environment
  const now = clock.now
  const buses = new EventBuses(environment.region, environment.accountId, now)
  const router = new EventRouter(environment, buses, clock, random)
  const context: EventsContext = { environment, buses, router, now }
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
    stop: () => router.stop(),
  }
}
