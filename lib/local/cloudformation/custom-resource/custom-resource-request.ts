import { randomUUID } from 'node:crypto'
import type { CustomResourceToProvision } from '../../assembly/deployment.js'
import { isRecord, type JsonRecord } from '../../record.js'

/**
 * What CloudFormation sends to a custom resource's function. Numbers and booleans among the properties are text.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/crpg-ref-requesttypes-create.html
 */
export function createRequest(resource: CustomResourceToProvision, responseUrl: string): JsonRecord {
  return {
    RequestType: 'Create',
    ServiceToken: resource.properties['ServiceToken'],
    ResponseURL: responseUrl,
    StackId: resource.stackId,
    RequestId: randomUUID(),
    LogicalResourceId: resource.logicalId,
    ResourceType: resource.type,
    ResourceProperties: asText(resource.properties),
  }
}

function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText)
  if (isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asText(inner)]))
  }
  return String(value)
}
