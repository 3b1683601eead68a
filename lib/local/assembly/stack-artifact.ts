import { join } from 'node:path'
import { LocalCloudError } from '../local-cloud-error.js'
import { isRecord, type JsonRecord } from '../record.js'
import { readJsonFile } from './json-file.js'
import type { Template } from './template.js'

/** One stack of a cloud assembly. */
export interface StackArtifact {
  readonly id: string
  readonly stackName: string
  /** How the CDK shows it: `Stage/Stack`. */
  readonly displayName: string
  /** Absent when the app left the account or the region open. */
  readonly accountId?: string
  readonly region?: string
  /** Where its template and assets are. */
  readonly directory: string
  readonly template: Template
  /** Parameter values that the app fixed. */
  readonly parameters: JsonRecord
  readonly tags: Readonly<Record<string, string>>
  /** Ids of the artifacts that must be deployed before. */
  readonly dependencies: readonly string[]
}

export async function readStackArtifact(
  directory: string,
  id: string,
  artifact: JsonRecord,
): Promise<StackArtifact> {
  const properties = isRecord(artifact['properties']) ? artifact['properties'] : {}
  const templateFile = properties['templateFile']
  if (typeof templateFile !== 'string') {
    throw new LocalCloudError(`Stack '${id}' of the cloud assembly's manifest names no templateFile.`)
  }
  return {
    id,
    stackName: text(properties['stackName']) ?? id,
    displayName: text(artifact['displayName']) ?? id,
    ...environmentOf(text(artifact['environment'])),
    directory,
    template: await readJsonFile(join(directory, templateFile)),
    parameters: isRecord(properties['parameters']) ? properties['parameters'] : {},
    tags: isRecord(properties['tags']) ? texts(properties['tags']) : {},
    dependencies: Array.isArray(artifact['dependencies']) ? artifact['dependencies'].map(String) : [],
  }
}

/** `aws://123456789012/eu-west-1`; an open one is `unknown-account`, `unknown-region`. */
function environmentOf(environment: string | undefined): { accountId?: string; region?: string } {
  const [, account, region] = /^aws:\/\/([^/]+)\/([^/]+)$/.exec(environment ?? '') ?? []
  return {
    ...(account === undefined || account === 'unknown-account' ? {} : { accountId: account }),
    ...(region === undefined || region === 'unknown-region' ? {} : { region }),
  }
}

function texts(values: JsonRecord): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
