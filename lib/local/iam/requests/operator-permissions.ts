import { optionalText, type Permissions, type PermissionsOf, text } from './requested-action.js'

const anywhere =
  (action: string): PermissionsOf =>
  () => [{ action, resource: '*' }]

const onSchedule =
  (action: string): PermissionsOf =>
  (input, { arns }) => [
    {
      action: `scheduler:${action}`,
      resource: arns.schedule(text(input, 'Name'), optionalText(input, 'GroupName')),
    },
  ]

const onScheduleGroup =
  (action: string): PermissionsOf =>
  (input, { arns }) => [{ action: `scheduler:${action}`, resource: arns.scheduleGroup(text(input, 'Name')) }]

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridgescheduler.html */
export const SCHEDULER_PERMISSIONS: Permissions = {
  CreateSchedule: onSchedule('CreateSchedule'),
  CreateScheduleGroup: onScheduleGroup('CreateScheduleGroup'),
  DeleteSchedule: onSchedule('DeleteSchedule'),
  DeleteScheduleGroup: onScheduleGroup('DeleteScheduleGroup'),
  GetSchedule: onSchedule('GetSchedule'),
  GetScheduleGroup: onScheduleGroup('GetScheduleGroup'),
  ListScheduleGroups: anywhere('scheduler:ListScheduleGroups'),
  ListSchedules: anywhere('scheduler:ListSchedules'),
  UpdateSchedule: onSchedule('UpdateSchedule'),
}

const onStack =
  (action: string): PermissionsOf =>
  (input, { arns }) => {
    const stack = optionalText(input, 'StackName')
    return [{ action: `cloudformation:${action}`, resource: stack === undefined ? '*' : arns.stack(stack) }]
  }

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_awscloudformation.html */
export const CLOUDFORMATION_PERMISSIONS: Permissions = {
  DescribeStackResource: onStack('DescribeStackResource'),
  DescribeStackResources: onStack('DescribeStackResources'),
  DescribeStacks: onStack('DescribeStacks'),
  GetTemplate: onStack('GetTemplate'),
  ListStackResources: onStack('ListStackResources'),
  ListStacks: anywhere('cloudformation:ListStacks'),
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/permissions-reference-cw.html */
export const CLOUDWATCH_PERMISSIONS: Permissions = {
  DescribeAlarms: anywhere('cloudwatch:DescribeAlarms'),
  GetMetricData: anywhere('cloudwatch:GetMetricData'),
  GetMetricStatistics: anywhere('cloudwatch:GetMetricStatistics'),
  ListMetrics: anywhere('cloudwatch:ListMetrics'),
  PutMetricData: (input) => [
    {
      action: 'cloudwatch:PutMetricData',
      resource: '*',
      context: { 'cloudwatch:namespace': text(input, 'Namespace') },
    },
  ],
}

const refusedAnyway: PermissionsOf = () => []

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
export const STS_PERMISSIONS: Permissions = {
  AssumeRole: refusedAnyway,
  AssumeRoleWithSAML: refusedAnyway,
  AssumeRoleWithWebIdentity: refusedAnyway,
  // No permission is needed, and a policy that denies it has no effect.
  GetCallerIdentity: () => [],
  GetFederationToken: refusedAnyway,
  GetSessionToken: refusedAnyway,
}
