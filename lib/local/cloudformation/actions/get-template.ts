import type { StackRegistry } from '../../assembly/stack-registry.js'
import type { JsonRecord } from '../../record.js'
import { findStack } from '../find-stack.js'
import { requiredText } from '../query-input.js'

/**
 * The template as the CDK wrote it.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_GetTemplate.html
 */
export function getTemplate(stacks: StackRegistry, input: JsonRecord): JsonRecord {
  const { template } = findStack(stacks, requiredText(input, 'StackName')).description
  return { TemplateBody: JSON.stringify(template, undefined, 1), StagesAvailable: ['Original', 'Processed'] }
}
