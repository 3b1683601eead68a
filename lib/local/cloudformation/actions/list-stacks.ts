import type { StackRegistry } from '../../assembly/stack-registry.js'
import type { JsonRecord } from '../../record.js'
import { ancestors } from '../describe-stack.js'
import { textList } from '../query-input.js'
import { tokenPage } from '../token-page.js'

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ListStacks.html */
export function listStacks(stacks: StackRegistry, input: JsonRecord): JsonRecord {
  const statuses = textList(input, 'StackStatusFilter')
  const chosen = stacks.all().filter(({ status }) => statuses.length === 0 || statuses.includes(status))
  const { items, next } = tokenPage(chosen, input)
  return {
    StackSummaries: items.map((stack) => ({
      StackId: stack.description.stackId,
      StackName: stack.description.stackName,
      TemplateDescription: stack.description.template.Description,
      CreationTime: new Date(stack.description.createdAt),
      StackStatus: stack.status,
      ...ancestors(stack, stacks),
      DriftInformation: { StackDriftStatus: 'NOT_CHECKED' },
    })),
    ...next,
  }
}
