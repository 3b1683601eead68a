import { optionalString } from '../../events/api-input.js'
import { shortName } from '../../events/providers/short-name.js'
import type { JsonRecord } from '../../record.js'
import { isRecord } from '../../record.js'
import type { ResourceProvider } from '../../resource-provider.js'
import type { SpyLog } from '../../spy-log.js'
import { createSchedule } from '../actions/create-schedule.js'
import { groupName } from '../names.js'
import type { SchedulerContext } from '../scheduler-context.js'

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-scheduler-schedule.html */
export function scheduleProvider(context: SchedulerContext, spies: Pick<SpyLog, 'warn'>): ResourceProvider {
  return {
    type: 'AWS::Scheduler::Schedule',
    provision: async ({ logicalId, properties, generatedName }) => {
      if (properties['KmsKeyArn'] !== undefined) {
        spies.warn(`${logicalId} (AWS::Scheduler::Schedule): KmsKeyArn has no effect in the local cloud.`)
      }
      const name = optionalString(properties, 'Name') ?? shortName(generatedName, 64)
      const group = groupName(properties)
      createSchedule(context, { ...withNumbers(properties), Name: name })
      const { arn } = context.schedules.get(name, group)
      return {
        ref: name,
        attributes: { Arn: arn },
        stop: async () => {
          if (context.schedules.list().some((schedule) => schedule.arn === arn))
            context.schedules.delete(name, group)
        },
      }
    },
  }
}

const NUMBERS: ReadonlySet<string> = new Set([
  'MaximumEventAgeInSeconds',
  'MaximumRetryAttempts',
  'MaximumWindowInMinutes',
])

/** CloudFormation allows a number to be written as text. */
function withNumbers(properties: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      if (isRecord(value)) return [name, withNumbers(value)]
      return [name, NUMBERS.has(name) && typeof value === 'string' ? Number(value) : value]
    }),
  )
}
