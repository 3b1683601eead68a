import { join } from 'node:path'
import { LocalCloudError } from '../local-cloud-error.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { ProvisionedResource, ResourceProvider } from '../resource-provider.js'
import { conditionsOf } from './conditions.js'
import { dependencyOrder } from './dependency-order.js'
import { generatedName } from './generated-name.js'
import { readJsonFile } from './json-file.js'
import { parameterValues } from './parameters.js'
import { referencedIds } from './references.js'
import { resolveValue } from './resolve.js'
import type { RunningResource, RunningStack } from './running-stack.js'
import { type StackScope, scopeFor, UnsupportedReference } from './stack-scope.js'
import type { Template, TemplateResource } from './template.js'
import type { UnsupportedTypes } from './unsupported-types.js'

const NESTED_STACK = 'AWS::CloudFormation::Stack'

/** What all stacks of one local cloud share. */
export interface Deployment {
  readonly runId: string
  readonly region: string
  readonly accountId: string
  readonly providers: ReadonlyMap<string, ResourceProvider>
  readonly exports: Map<string, unknown>
  readonly unsupported: UnsupportedTypes
  /** Told at once of everything that exists now, so that it ends even when a later resource fails. */
  readonly onProvisioned: (resource: ProvisionedResource) => void
}

export interface StackToProvision {
  readonly stackName: string
  readonly directory: string
  readonly template: Template
  readonly parameters: JsonRecord
}

/**
 * Makes the resources of a stack exist, one after the other in the order of their dependencies.
 * @throws LocalCloudError naming the resource at fault
 */
export async function provisionStack(stack: StackToProvision, deployment: Deployment): Promise<RunningStack> {
  const { template, stackName } = stack
  const stackId = `arn:aws:cloudformation:${deployment.region}:${deployment.accountId}:stack/${stackName}/${deployment.runId}`
  const parameters = parameterValues(template, stack.parameters, { ...deployment, stackName, stackId })
  const condition = conditionsOf(template, parameters)
  const made = new Map<string, ProvisionedResource>()
  const running: RunningResource[] = []
  const isSupported = (type: string): boolean => type === NESTED_STACK || deployment.providers.has(type)
  const scope: StackScope = {
    template,
    parameters,
    condition,
    exports: deployment.exports,
    resources: made,
    isSupported,
  }

  for (const [logicalId, resource] of resourcesInOrder(template, condition)) {
    if (!isSupported(resource.Type)) {
      deployment.unsupported.addResource(resource.Type, logicalId)
      continue
    }
    const provider = deployment.providers.get(resource.Type)
    const consumer = `${resource.Type} '${logicalId}'`
    const properties = resolveValue(
      resource.Properties ?? {},
      scopeFor(scope, consumer, provider?.passive ?? false),
    )
    if (!isRecord(properties))
      throw new LocalCloudError(`Expected the properties of ${consumer} to be an object.`)

    let provisioned: ProvisionedResource
    if (provider === undefined) {
      const nested = await provisionNestedStack(stack, logicalId, resource, properties, deployment)
      running.push(...nested.stack.resources)
      provisioned = nested
    } else {
      const name = generatedName(deployment.runId, stackName, logicalId)
      provisioned = await provider
        .provision({ logicalId, type: resource.Type, properties, generatedName: name })
        .catch((cause: unknown) => {
          throw new LocalCloudError(`${consumer} cannot run: ${messageOf(cause)}`, { cause })
        })
      deployment.onProvisioned(provisioned)
    }
    made.set(logicalId, provisioned)
    const path = resource.Metadata?.['aws:cdk:path']
    running.push({
      ...provisioned,
      stackName,
      logicalId,
      type: resource.Type,
      ...(typeof path === 'string' ? { constructPath: path } : {}),
    })
  }
  return { stackName, resources: running, outputs: outputsOf(scope, stackName, deployment) }
}

function resourcesInOrder(
  template: Template,
  condition: (name: string) => boolean,
): readonly (readonly [string, TemplateResource])[] {
  const resources = new Map(
    Object.entries(template.Resources ?? {}).filter(
      ([, resource]) => resource.Condition === undefined || condition(resource.Condition),
    ),
  )
  const order = dependencyOrder([...resources.keys()], (logicalId) => {
    const { Properties: properties, DependsOn: dependsOn = [] } = resources.get(logicalId) ?? {}
    return [...[dependsOn].flat().map(String), ...referencedIds(properties, condition)]
  })
  return order.flatMap((logicalId) => {
    const resource = resources.get(logicalId)
    return resource === undefined ? [] : [[logicalId, resource] as const]
  })
}

async function provisionNestedStack(
  parent: StackToProvision,
  logicalId: string,
  resource: TemplateResource,
  properties: JsonRecord,
  deployment: Deployment,
): Promise<ProvisionedResource & { readonly stack: RunningStack }> {
  const file = resource.Metadata?.['aws:asset:path']
  if (typeof file !== 'string') {
    throw new LocalCloudError(
      `Nested stack '${logicalId}' does not say which file of the assembly is its template.`,
    )
  }
  const stackName = generatedName(deployment.runId, parent.stackName, logicalId)
  const stack = await provisionStack(
    {
      stackName,
      directory: parent.directory,
      template: await readJsonFile(join(parent.directory, file)),
      parameters: isRecord(properties['Parameters']) ? properties['Parameters'] : {},
    },
    deployment,
  )
  const attributes = Object.entries(stack.outputs).map(([name, value]) => [`Outputs.${name}`, value] as const)
  const ref = `arn:aws:cloudformation:${deployment.region}:${deployment.accountId}:stack/${stackName}/${deployment.runId}`
  return { ref, attributes: Object.fromEntries(attributes), stack }
}

function outputsOf(scope: StackScope, stackName: string, deployment: Deployment): Record<string, string> {
  const outputs: Record<string, string> = {}
  for (const [name, output] of Object.entries(scope.template.Outputs ?? {})) {
    if (output.Condition !== undefined && !scope.condition(output.Condition)) continue
    const consumer = `Output '${name}' of stack ${stackName}`
    try {
      const value = resolveValue(output.Value, scopeFor(scope, consumer, false))
      outputs[name] = typeof value === 'string' ? value : JSON.stringify(value)
      if (output.Export?.Name !== undefined) {
        deployment.exports.set(
          String(resolveValue(output.Export.Name, scopeFor(scope, consumer, false))),
          value,
        )
      }
    } catch (error) {
      if (!(error instanceof UnsupportedReference)) throw error
      deployment.unsupported.addOutput(`${stackName}.${name}`)
    }
  }
  return outputs
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
