import { Stack } from 'aws-cdk-lib'
import { CfnEventBus, EventBus, type IEventBus } from 'aws-cdk-lib/aws-events'
import type { Construct } from 'constructs'

/**
 * The bus as the consumer's stack knows it. One that another stack of this app makes is taken by its name, which is
 * known at synth, and the order of the stacks is stated. By a reference, the CDK would make an export, and
 * CloudFormation changes no export that is in use: the producer could not replace its bus as long as anybody listens.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-stack-exports.html
 */
export function consumerBus(scope: Construct, eventBus: IEventBus): IEventBus {
  const home = Stack.of(eventBus)
  const resource = eventBus.node.defaultChild
  if (Stack.of(scope) === home || !(resource instanceof CfnEventBus)) return eventBus
  const name: unknown = home.resolve(resource.name)
  if (typeof name !== 'string') return eventBus
  scope.node.addDependency(resource)
  return EventBus.fromEventBusName(scope, 'EventBus', name)
}
