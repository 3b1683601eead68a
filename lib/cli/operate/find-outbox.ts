import { paginateDescribeStacks } from '@aws-sdk/client-cloudformation'
import type { AwsClients } from './aws-clients.js'
import { localFolder } from './aws-place.js'
import { CliError } from './cli-error.js'
import type { OperateOptions } from './operate-options.js'
import { outboxOfEnvironment } from './outbox-of-environment.js'
import { outboxesOfStack, outboxOfStack } from './outbox-of-stack.js'
import type { OutboxResources } from './outbox-resources.js'
import { overridden } from './overridden.js'

/**
 * The outbox that the options name: by its stack; by the local cloud, where that has one outbox; or by this process's
 * environment. A flag for a part of it overrides what those say.
 *
 * @throws CliError when there is none, or more than one and none is chosen
 * @throws the SDK's error
 */
export async function findOutbox(clients: AwsClients, options: OperateOptions): Promise<OutboxResources> {
  const { stack, local } = options
  if (stack !== undefined) return overridden(await outboxOfStack(clients, stack, options.outbox), options)
  if (local !== undefined) return overridden(await onlyOutbox(clients, options, local), options)
  return overridden(outboxOfEnvironment(process.env, options), options)
}

async function onlyOutbox(
  clients: AwsClients,
  options: OperateOptions,
  local: string | true,
): Promise<OutboxResources> {
  const stacks: string[] = []
  for await (const { Stacks = [] } of paginateDescribeStacks({ client: clients.cloudFormation }, {}))
    for (const { StackName } of Stacks) {
      if (StackName === undefined) continue
      if ((await outboxesOfStack(clients, StackName)).length > 0) stacks.push(StackName)
    }
  const [stack] = stacks
  if (stack === undefined)
    throw new CliError(`None of the stacks that \`${localFolder(local)}\` runs has an outbox`)
  if (stacks.length > 1)
    throw new CliError(`Several stacks have an outbox: choose one of ${stacks.join(', ')} with --stack`)
  return outboxOfStack(clients, stack, options.outbox)
}
