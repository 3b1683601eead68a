import { setMaxListeners } from 'node:events'
import { InFlight } from '../events/in-flight.js'
import { QueueSender } from '../events/targets/queue-sender.js'
import type { JsonRecord } from '../record.js'
import type { LocalEnvironment, ResourceProvider } from '../resource-provider.js'
import type { Action, Service } from '../service.js'
import { createSchedule } from './actions/create-schedule.js'
import { createScheduleGroup } from './actions/create-schedule-group.js'
import { deleteSchedule } from './actions/delete-schedule.js'
import { deleteScheduleGroup } from './actions/delete-schedule-group.js'
import { getSchedule } from './actions/get-schedule.js'
import { getScheduleGroup } from './actions/get-schedule-group.js'
import { listScheduleGroups } from './actions/list-schedule-groups.js'
import { listSchedules } from './actions/list-schedules.js'
import { updateSchedule } from './actions/update-schedule.js'
import { scheduleGroupProvider } from './providers/schedule-group-provider.js'
import { scheduleProvider } from './providers/schedule-provider.js'
import { ScheduleRunner } from './schedule-runner.js'
import type { SchedulerContext } from './scheduler-context.js'
import { SchedulerMetrics } from './scheduler-metrics.js'
import { Schedules } from './schedules.js'

/** EventBridge Scheduler of one account in one Region. */
export interface SchedulerService {
  readonly service: Service
  readonly providers: readonly ResourceProvider[]
  /** Calls no target any more and waits for the calls that are under way. */
  readonly stop: () => Promise<void>
}

const ACTIONS: Readonly<Record<string, (context: SchedulerContext, input: JsonRecord) => JsonRecord>> = {
  CreateSchedule: createSchedule,
  CreateScheduleGroup: createScheduleGroup,
  DeleteSchedule: deleteSchedule,
  DeleteScheduleGroup: deleteScheduleGroup,
  GetSchedule: getSchedule,
  GetScheduleGroup: getScheduleGroup,
  ListScheduleGroups: listScheduleGroups,
  ListSchedules: listSchedules,
  UpdateSchedule: updateSchedule,
}

export const SCHEDULER_OPERATIONS: readonly string[] = Object.keys(ACTIONS)

export function createSchedulerService(environment: LocalEnvironment): SchedulerService {
  const { clock, activity, random, spies, region, accountId } = environment
  const stopping = new AbortController()
  // Each call that waits for a retry listens: there may be thousands.
  setMaxListeners(0, stopping.signal)
  const inFlight = new InFlight(activity)
  const queues = new QueueSender(environment)
  const runner = new ScheduleRunner({
    clock,
    activity,
    random,
    stopping: stopping.signal,
    local: environment,
    queues,
    metrics: new SchedulerMetrics(spies, clock),
    inFlight,
  })
  const home = { region, accountId }
  const context: SchedulerContext = { schedules: new Schedules(home, clock.now, runner), home }
  const actions = Object.entries(ACTIONS).map(([name, action]): [string, Action] => [
    name,
    async (call) => action(context, call.input),
  ])
  return {
    service: { name: 'scheduler', actions: Object.fromEntries(actions) },
    providers: [scheduleProvider(context, spies), scheduleGroupProvider(context)],
    stop: async () => {
      stopping.abort()
      await inFlight.drain()
      queues.close()
    },
  }
}
