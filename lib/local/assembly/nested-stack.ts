import { join } from 'node:path'
import { LocalCloudError } from '../local-cloud-error.js'
import { isRecord, type JsonRecord } from '../record.js'
import { readJsonFile } from './json-file.js'
import type { StackToProvision } from './stack-to-provision.js'
import type { TemplateResource } from './template.js'

export const NESTED_STACK = 'AWS::CloudFormation::Stack'

export interface NestedStackReference {
  readonly parent: StackToProvision
  readonly parentId: string
  readonly logicalId: string
  readonly resource: TemplateResource
  readonly properties: JsonRecord
  readonly stackName: string
}

/** @throws LocalCloudError when the resource does not name the file of its template */
export async function nestedStack(reference: NestedStackReference): Promise<StackToProvision> {
  const { parent, parentId, logicalId, resource, properties, stackName } = reference
  const file = resource.Metadata?.['aws:asset:path']
  if (typeof file !== 'string') {
    throw new LocalCloudError(
      `Nested stack '${logicalId}' does not say which file of the assembly is its template.`,
    )
  }
  return {
    stackName,
    parentId,
    directory: parent.directory,
    template: await readJsonFile(join(parent.directory, file)),
    parameters: isRecord(properties['Parameters']) ? properties['Parameters'] : {},
    tags: parent.tags,
  }
}
