import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { handlerBundle } from './handler-bundle.js'

/**
 * Bundles every file of lambdas/ to build/handlers/<name>/index.mjs, the asset that the constructs ship. What is
 * about the bundle but not for Lambda (source map, list of inputs) goes to build/meta/<name>/, so that it is not
 * part of the asset's hash.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const assets = join(root, 'build/handlers')
const meta = join(root, 'build/meta')

const files = (await readdir(join(root, 'lambdas'))).filter((file) => file.endsWith('.ts')).sort()
const names = files.map((file) => parse(file).name)

await Promise.all(
  names.map(async (name) => {
    const bundle = await handlerBundle(root, `lambdas/${name}.ts`)
    await replace(join(meta, name, 'index.mjs.map'), bundle.sourceMap)
    await replace(join(meta, name, 'meta.json'), JSON.stringify(bundle.metafile))
    await replace(join(assets, name, 'index.mjs'), bundle.code)
    // Not to stdout: `cdk synth` and the demo have their results there.
    console.error(`build/handlers/${name}/index.mjs ${(bundle.code.length / 1024).toFixed(0)} KiB`)
  }),
)

// A handler that was renamed must not live on as an asset.
for (const directory of [assets, meta])
  for (const name of await readdir(directory))
    if (!names.includes(name)) await rm(join(directory, name), { recursive: true })

/** In one step: a test or another synth may be reading the file. The new one is written outside of any asset. */
async function replace(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = join(root, 'build', `${process.pid}-${path.replaceAll(/[^a-z.]/gi, '-')}`)
  await writeFile(draft, content)
  await rename(draft, path)
}
