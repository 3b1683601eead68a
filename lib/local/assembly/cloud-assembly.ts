import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { LocalCloudError } from '../local-cloud-error.js'
import { isRecord, type JsonRecord } from '../record.js'
import { readFileAssets } from './asset-manifest.js'
import { readJsonFile } from './json-file.js'
import type { StackArtifact } from './stack-artifact.js'
import { readStackArtifact } from './stack-artifact.js'

/** What `cdk synth` wrote: the stacks, not yet in any order, and where their file assets are. */
export interface CloudAssembly {
  readonly stacks: readonly StackArtifact[]
  /** The local folder or file of a file asset, by its object key (`<hash>.zip`) or its hash. */
  readonly assetPath: (objectKey: string) => string | undefined
}

/**
 * Reads a synthesised cloud assembly, with the nested assemblies of its stages.
 * @throws LocalCloudError when the folder holds none
 */
export async function readCloudAssembly(folder: string): Promise<CloudAssembly> {
  const directory = resolve(folder)
  await access(join(directory, 'manifest.json')).catch((cause: unknown) => {
    throw new LocalCloudError(
      `There is no cloud assembly in ${directory} (it has no manifest.json). Run \`npx cdk synth\` first, or name the folder it wrote to.`,
      { cause },
    )
  })
  const stacks: StackArtifact[] = []
  const assets = new Map<string, string>()
  await readManifest(directory, stacks, assets)
  return { stacks, assetPath: (objectKey) => assets.get(objectKey) }
}

async function readManifest(
  directory: string,
  stacks: StackArtifact[],
  assets: Map<string, string>,
): Promise<void> {
  const manifest = await readJsonFile(join(directory, 'manifest.json'))
  const artifacts = isRecord(manifest['artifacts']) ? manifest['artifacts'] : {}
  for (const [id, artifact] of Object.entries(artifacts)) {
    if (!isRecord(artifact)) continue
    if (artifact['type'] === 'aws:cloudformation:stack') {
      stacks.push(await readStackArtifact(directory, id, artifact))
    }
    if (artifact['type'] === 'cdk:asset-manifest') {
      await readFileAssets(directory, fileOf(artifact, 'file', id), assets)
    }
    if (artifact['type'] === 'cdk:cloud-assembly') {
      await readManifest(join(directory, fileOf(artifact, 'directoryName', id)), stacks, assets)
    }
  }
}

function fileOf(artifact: JsonRecord, property: string, id: string): string {
  const properties = isRecord(artifact['properties']) ? artifact['properties'] : {}
  const file = properties[property]
  if (typeof file !== 'string') {
    throw new LocalCloudError(`Artifact '${id}' of the cloud assembly's manifest names no ${property}.`)
  }
  return file
}
