import { optionalString } from '../../events/api-input.js'
import { shortName } from '../../events/providers/short-name.js'
import type { ResourceProvider } from '../../resource-provider.js'
import { createScheduleGroup } from '../actions/create-schedule-group.js'
import type { SchedulerContext } from '../scheduler-context.js'

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-scheduler-schedulegroup.html */
export function scheduleGroupProvider(context: SchedulerContext): ResourceProvider {
  return {
    type: 'AWS::Scheduler::ScheduleGroup',
    provision: async ({ properties, generatedName }) => {
      const name = optionalString(properties, 'Name') ?? shortName(generatedName, 64)
      createScheduleGroup(context, { Name: name })
      const { arn, createdAt } = context.schedules.getGroup(name)
      const date = new Date(createdAt).toISOString()
      return {
        ref: name,
        attributes: { Arn: arn, State: 'ACTIVE', CreationDate: date, LastModificationDate: date },
        stop: async () => {
          if (context.schedules.listGroups().some((group) => group.arn === arn))
            context.schedules.deleteGroup(name)
        },
      }
    },
  }
}
