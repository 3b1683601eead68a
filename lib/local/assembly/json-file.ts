import { readFile } from 'node:fs/promises'
import { LocalCloudError } from '../local-cloud-error.js'
import { isRecord, type JsonRecord } from '../record.js'

/** @throws LocalCloudError naming the file, when it is missing or holds no JSON object */
export async function readJsonFile(path: string): Promise<JsonRecord> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new LocalCloudError(`${path} cannot be read.`, { cause })
  })
  const value = parse(path, text)
  if (!isRecord(value)) throw new LocalCloudError(`Expected ${path} to hold a JSON object.`)
  return value
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new LocalCloudError(`Expected ${path} to hold JSON.`, { cause })
  }
}
