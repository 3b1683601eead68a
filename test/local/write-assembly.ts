import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface StackFixture {
  readonly template: unknown
  readonly dependencies?: readonly string[]
  /** @default 'aws://unknown-account/unknown-region', as of an app that leaves both open */
  readonly environment?: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly stackName?: string
  readonly tags?: Readonly<Record<string, string>>
}

export interface AssemblyFixture {
  readonly stacks: Readonly<Record<string, StackFixture>>
  /** File assets by hash: the files of a folder by name. */
  readonly assets?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** More files of the assembly, by path. */
  readonly files?: Readonly<Record<string, unknown>>
}

/** A cloud assembly on disk, in the form in which `cdk synth` writes one. */
export interface WrittenAssembly {
  readonly directory: string
  readonly remove: () => Promise<void>
}

export async function writeAssembly({
  stacks,
  assets = {},
  files = {},
}: AssemblyFixture): Promise<WrittenAssembly> {
  const directory = await mkdtemp(join(tmpdir(), 'assembly-'))
  const write = async (path: string, content: unknown): Promise<void> => {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    await mkdir(dirname(join(directory, path)), { recursive: true })
    await writeFile(join(directory, path), text)
  }

  const artifacts: Record<string, unknown> = {}
  for (const [id, stack] of Object.entries(stacks)) {
    await write(`${id}.template.json`, stack.template)
    artifacts[`${id}.assets`] = { type: 'cdk:asset-manifest', properties: { file: `${id}.assets.json` } }
    await write(`${id}.assets.json`, assetManifest(Object.keys(assets)))
    artifacts[id] = {
      type: 'aws:cloudformation:stack',
      environment: stack.environment ?? 'aws://unknown-account/unknown-region',
      properties: {
        templateFile: `${id}.template.json`,
        ...(stack.stackName === undefined ? {} : { stackName: stack.stackName }),
        ...(stack.tags === undefined ? {} : { tags: stack.tags }),
        ...(stack.parameters === undefined ? {} : { parameters: stack.parameters }),
      },
      dependencies: [...(stack.dependencies ?? []), `${id}.assets`],
      displayName: id,
    }
  }
  for (const [hash, content] of Object.entries(assets)) {
    for (const [name, text] of Object.entries(content)) await write(`asset.${hash}/${name}`, text)
  }
  for (const [path, content] of Object.entries(files)) await write(path, content)
  await write('manifest.json', { version: '48.0.0', artifacts })
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

function assetManifest(hashes: readonly string[]): unknown {
  const entries = hashes.map((hash) => [
    hash,
    {
      source: { path: `asset.${hash}`, packaging: 'zip' },
      destinations: {
        'current_account-current_region': {
          bucketName: 'cdk-assets',
          objectKey: `${hash}.zip`,
        },
      },
    },
  ])
  return { version: '48.0.0', files: Object.fromEntries(entries) }
}
