import { resolve } from 'node:path'
import { isRecord } from '../record.js'
import { readJsonFile } from './json-file.js'

/** Adds each file asset of an asset manifest to `paths`, under its hash and under its object keys. */
export async function readFileAssets(
  directory: string,
  manifestFile: string,
  paths: Map<string, string>,
): Promise<void> {
  const manifest = await readJsonFile(resolve(directory, manifestFile))
  const files = isRecord(manifest['files']) ? manifest['files'] : {}
  for (const [hash, asset] of Object.entries(files)) {
    if (!isRecord(asset) || !isRecord(asset['source'])) continue
    const source = asset['source']['path']
    if (typeof source !== 'string') continue
    const path = resolve(directory, source)
    paths.set(hash, path)
    const destinations = isRecord(asset['destinations']) ? asset['destinations'] : {}
    for (const destination of Object.values(destinations)) {
      if (isRecord(destination) && typeof destination['objectKey'] === 'string') {
        paths.set(destination['objectKey'], path)
      }
    }
  }
}
