import type { GatewayRequest } from './gateway-message.js'
import { parseJsonBody } from './json-target.js'
import type { IdentifiedCall } from './protocol.js'
import { identifyRoute, type RestRoute } from './rest-route.js'

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_Operations.html */
const ROUTES: readonly RestRoute[] = [
  { method: 'POST', path: '/schedules/{Name}', operation: 'CreateSchedule' },
  { method: 'GET', path: '/schedules/{Name}', operation: 'GetSchedule' },
  { method: 'PUT', path: '/schedules/{Name}', operation: 'UpdateSchedule' },
  { method: 'DELETE', path: '/schedules/{Name}', operation: 'DeleteSchedule' },
  { method: 'GET', path: '/schedules', operation: 'ListSchedules' },
  { method: 'POST', path: '/schedule-groups/{Name}', operation: 'CreateScheduleGroup' },
  { method: 'GET', path: '/schedule-groups/{Name}', operation: 'GetScheduleGroup' },
  { method: 'DELETE', path: '/schedule-groups/{Name}', operation: 'DeleteScheduleGroup' },
  { method: 'GET', path: '/schedule-groups', operation: 'ListScheduleGroups' },
]

/** Members of the input that are called otherwise in the query. */
const QUERY_NAMES: ReadonlyMap<string, string> = new Map([
  ['groupName', 'GroupName'],
  ['ScheduleGroup', 'GroupName'],
  ['clientToken', 'ClientToken'],
])

/**
 * The input is the SDK's.
 * @throws AwsError UnknownOperationException
 */
export function identifySchedulerCall(request: GatewayRequest): IdentifiedCall {
  const { operation, members } = identifyRoute(ROUTES, request, 'EventBridge Scheduler')
  const query = Object.fromEntries(
    [...request.url.searchParams].map(([name, value]) => [QUERY_NAMES.get(name) ?? name, value]),
  )
  const input = { ...parseJsonBody(request.body), ...query, ...members }
  return { service: 'scheduler', operation, protocol: 'rest-json', input }
}
