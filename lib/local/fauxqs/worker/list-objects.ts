import type { S3Object, S3Store } from './fauxqs-modules.js'

type ListOptions = NonNullable<Parameters<S3Store['listObjects']>[1]>
type ObjectPage = ReturnType<S3Store['listObjects']>

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
const MAX_KEYS = 1000

/**
 * A page of a bucket's objects in the order of their keys' bytes. The emulator sorts by the rules of a language and
 * goes on by code units, which loses keys between two pages.
 */
export function listObjects(objects: readonly S3Object[], options: ListOptions = {}): ObjectPage {
  const { prefix = '', delimiter, marker } = options
  const after = options.startAfter ?? marker ?? ''
  const maxKeys = Math.min(options.maxKeys ?? MAX_KEYS, MAX_KEYS)
  const page: S3Object[] = []
  const prefixes = new Set<string>()
  /** Prefixes that come after the latest object. */
  let trailing: string[] = []
  for (const object of [...objects].sort((one, other) => compareKeys(one.key, other.key))) {
    const { key } = object
    if (!key.startsWith(prefix)) continue
    const common = commonPrefix(key, prefix, delimiter)
    if (compareKeys(common ?? key, after) <= 0 || (common !== undefined && prefixes.has(common))) continue
    if (page.length + prefixes.size >= maxKeys) {
      // The next page begins after the latest object, so prefixes after it belong there.
      if (page.length > 0) for (const moved of trailing) prefixes.delete(moved)
      return { objects: page, commonPrefixes: [...prefixes], isTruncated: true }
    }
    if (common === undefined) {
      page.push(object)
      trailing = []
    } else {
      prefixes.add(common)
      trailing.push(common)
    }
  }
  return { objects: page, commonPrefixes: [...prefixes], isTruncated: false }
}

function commonPrefix(key: string, prefix: string, delimiter: string | undefined): string | undefined {
  if (delimiter === undefined || delimiter === '') return undefined
  const end = key.indexOf(delimiter, prefix.length)
  return end === -1 ? undefined : key.slice(0, end + delimiter.length)
}

function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
