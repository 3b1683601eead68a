import { LocalCloudError } from '../local-cloud-error.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { ProvisionedResource } from '../resource-provider.js'
import { conditionsOf } from './conditions.js'
import {
  type CustomResourceToProvision,
  type Deployment,
  providerOf,
  type StackResourceProvider,
} from './deployment.js'
import { resolveDynamicReferences } from './dynamic-references.js'
import { generatedName } from './generated-name.js'
import { NESTED_STACK, nestedStack } from './nested-stack.js'
import { NotProvisioned } from './not-provisioned.js'
import { declaredParameters, parameterValues } from './parameters.js'
import { resolveValue } from './resolve.js'
import { resourcesInOrder } from './resources-in-order.js'
import type { RunningResource, RunningStack } from './running-stack.js'
import { stackOutputs } from './stack-outputs.js'
import { type StackScope, scopeFor } from './stack-scope.js'
import type { StackToProvision } from './stack-to-provision.js'
import type { TemplateResource } from './template.js'

/**
 * Makes the resources of a stack exist, one after the other in the order of their dependencies.
 * @throws LocalCloudError naming the resource at fault
 */
export async function provisionStack(stack: StackToProvision, deployment: Deployment): Promise<RunningStack> {
  const { template, stackName, parentId } = stack
  const { clock, unsupported, exports, ssmParameters } = deployment
  const stackId = stackIdOf(stackName, deployment)
  const identity = { ...deployment, stackName, stackId }
  const parameters = parameterValues(template, stack.parameters, identity, ssmParameters)
  const condition = conditionsOf(template, parameters)
  const made = new Map<string, ProvisionedResource>()
  const running: RunningResource[] = []
  const deployed = deployment.stacks.begin({
    stackName,
    stackId,
    ...(parentId === undefined ? {} : { parentId }),
    template,
    parameters: declaredParameters(template, parameters),
    tags: stack.tags,
    createdAt: clock.now(),
  })
  const leftOut = new Set<string>()
  const isSupported = (type: string, logicalId: string): boolean =>
    type === NESTED_STACK || (providerOf(type, deployment) !== undefined && !leftOut.has(logicalId))
  const scope: StackScope = { template, parameters, condition, exports, resources: made, isSupported }

  const propertiesOf = (logicalId: string, resource: TemplateResource, passive: boolean): JsonRecord => {
    const consumer = `${resource.Type} '${logicalId}'`
    const resolved = resolveValue(resource.Properties ?? {}, scopeFor(scope, consumer, passive))
    const properties = resolveDynamicReferences(resolved, {
      ssmParameters,
      onUnknown: (reference) => unsupported.addReference(`${reference} in ${stackName}.${logicalId}`),
    })
    if (isRecord(properties)) return properties
    throw new LocalCloudError(`Expected the properties of ${consumer} to be an object.`)
  }

  for (const [logicalId, resource] of resourcesInOrder(template, condition)) {
    const { Type: type } = resource
    if (!isSupported(type, logicalId)) {
      unsupported.addResource(type, logicalId)
      continue
    }
    const provider = providerOf(type, deployment)
    const properties = propertiesOf(logicalId, resource, provider?.passive ?? false)
    let provisioned: ProvisionedResource | NotProvisioned
    if (provider === undefined) {
      const nestedName = generatedName(deployment.runId, stackName, logicalId)
      const nested = await provisionStack(
        await nestedStack({
          parent: stack,
          parentId: stackId,
          logicalId,
          resource,
          properties,
          stackName: nestedName,
        }),
        deployment,
      )
      running.push(...nested.resources)
      provisioned = asResource(nested, stackIdOf(nestedName, deployment))
    } else {
      const name = generatedName(deployment.runId, stackName, logicalId)
      provisioned = await provision(provider, { logicalId, type, properties, generatedName: name, stackId })
      if (provisioned instanceof NotProvisioned) {
        leftOut.add(logicalId)
        unsupported.addResource(type, `${logicalId}: ${provisioned.message}`)
        continue
      }
      deployment.onProvisioned(provisioned)
    }
    made.set(logicalId, provisioned)
    const path = resource.Metadata?.['aws:cdk:path']
    const one = {
      ...provisioned,
      stackName,
      logicalId,
      type,
      ...(typeof path === 'string' ? { constructPath: path } : {}),
    }
    running.push(one)
    deployed.add({ ...one, createdAt: clock.now() })
  }
  const outputs = stackOutputs({ stackName, scope, exports, unsupported })
  deployed.complete(outputs)
  const values = Object.fromEntries(outputs.map(({ key, value }) => [key, value]))
  return { stackName, resources: running, outputs: values }
}

function stackIdOf(stackName: string, { region, accountId, runId }: Deployment): string {
  return `arn:aws:cloudformation:${region}:${accountId}:stack/${stackName}/${runId}`
}

/** What the parent of a nested stack can refer to. */
function asResource({ outputs }: RunningStack, stackId: string): ProvisionedResource {
  const attributes = Object.entries(outputs).map(([name, value]) => [`Outputs.${name}`, value] as const)
  return { ref: stackId, attributes: Object.fromEntries(attributes) }
}

async function provision(
  provider: StackResourceProvider,
  resource: CustomResourceToProvision,
): Promise<ProvisionedResource | NotProvisioned> {
  try {
    return await provider.provision(resource)
  } catch (cause) {
    if (cause instanceof NotProvisioned) return cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new LocalCloudError(`${resource.type} '${resource.logicalId}' cannot run: ${reason}`, { cause })
  }
}
