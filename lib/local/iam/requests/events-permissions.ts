import { isRecord, type JsonRecord } from '../../record.js'
import type { ConditionContext } from '../caller-context.js'
import type { ResourceArns } from '../resource-arns.js'
import { optionalText, type Permissions, type PermissionsOf, text } from './requested-action.js'

const anywhere =
  (action: string): PermissionsOf =>
  () => [{ action: `events:${action}`, resource: '*' }]

const onBus =
  (action: string): PermissionsOf =>
  (input, { arns }) => [{ action: `events:${action}`, resource: arns.eventBus(optionalText(input, 'Name')) }]

/** Whoever made the rule: here, everything is of one account. */
const onRule =
  (action: string, member: 'Name' | 'Rule', more: (input: JsonRecord) => ConditionContext = () => ({})) =>
  (input: JsonRecord, { arns }: { readonly arns: ResourceArns }) => [
    {
      action: `events:${action}`,
      resource: arns.rule(text(input, member), optionalText(input, 'EventBusName')),
      context: { 'events:creatorAccount': arns.accountId, ...more(input) },
    },
  ]

const onArchive =
  (action: string): PermissionsOf =>
  (input, { arns }) => [
    { action: `events:${action}`, resource: arns.events('archive', text(input, 'ArchiveName')) },
  ]

const onReplay =
  (action: string): PermissionsOf =>
  (input, { arns }) => [
    { action: `events:${action}`, resource: arns.events('replay', text(input, 'ReplayName')) },
  ]

/**
 * `PutEvents` is judged entry by entry: see `putEventsPermission`.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridge.html
 */
export const EVENTS_PERMISSIONS: Permissions = {
  CancelReplay: onReplay('CancelReplay'),
  CreateArchive: (input, { arns }) => [
    { action: 'events:CreateArchive', resource: arns.events('archive', text(input, 'ArchiveName')) },
  ],
  CreateEventBus: onBus('CreateEventBus'),
  DeleteArchive: onArchive('DeleteArchive'),
  DeleteEventBus: onBus('DeleteEventBus'),
  DeleteRule: onRule('DeleteRule', 'Name'),
  DescribeArchive: onArchive('DescribeArchive'),
  DescribeEventBus: onBus('DescribeEventBus'),
  DescribeReplay: onReplay('DescribeReplay'),
  DescribeRule: onRule('DescribeRule', 'Name'),
  DisableRule: onRule('DisableRule', 'Name'),
  EnableRule: onRule('EnableRule', 'Name'),
  ListArchives: anywhere('ListArchives'),
  ListEventBuses: anywhere('ListEventBuses'),
  ListReplays: anywhere('ListReplays'),
  ListRuleNamesByTarget: anywhere('ListRuleNamesByTarget'),
  ListRules: anywhere('ListRules'),
  ListTargetsByRule: onRule('ListTargetsByRule', 'Rule'),
  PutPermission: anywhere('PutPermission'),
  PutRule: onRule('PutRule', 'Name', patternKeys),
  PutTargets: onRule('PutTargets', 'Rule', targetKeys),
  RemovePermission: anywhere('RemovePermission'),
  RemoveTargets: onRule('RemoveTargets', 'Rule'),
  StartReplay: (input, { arns }) => [
    { action: 'events:StartReplay', resource: arns.events('archive', text(input, 'EventSourceArn')) },
    { action: 'events:StartReplay', resource: arns.events('replay', text(input, 'ReplayName')) },
  ],
  TestEventPattern: anywhere('TestEventPattern'),
  UpdateArchive: onArchive('UpdateArchive'),
  UpdateEventBus: onBus('UpdateEventBus'),
}

/**
 * The keys of a rule's pattern, as far as it names exact values.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-use-conditions.html
 */
function patternKeys(input: JsonRecord): ConditionContext {
  let pattern: unknown
  try {
    pattern = JSON.parse(text(input, 'EventPattern'))
  } catch {
    // Refused by PutRule itself.
    return {}
  }
  if (!isRecord(pattern)) return {}
  return {
    ...exactValues('events:source', pattern['source']),
    ...exactValues('events:detail-type', pattern['detail-type']),
  }
}

function exactValues(key: string, values: unknown): ConditionContext {
  const exact = Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
  return exact.length === 0 ? {} : { [key]: exact }
}

function targetKeys({ Targets: targets }: JsonRecord): ConditionContext {
  const arns = Array.isArray(targets) ? targets.filter(isRecord).map((target) => text(target, 'Arn')) : []
  return arns.length === 0 ? {} : { 'events:TargetArn': arns }
}
