import { isPlainObject } from '../event/is-plain-object.js'
import type { Change } from './comparison/change.js'
import { compareSchemas } from './comparison/compare-schemas.js'
import { compatible } from './comparison/compatible.js'
import { incompatible } from './comparison/incompatible.js'
import type { Contract } from './contract.js'
import type { Judgement } from './plan.js'

/** @param published the text of the published schema, undefined when there is none */
export function judge(
  { type, version, schema }: Contract,
  text: string,
  published: string | undefined,
): Judgement {
  if (published === undefined) return { type, version, state: 'new', compatible: true, changes: [] }
  if (published === text) return { type, version, state: 'unchanged', compatible: true, changes: [] }
  const changes = changesOf(published, schema)
  return {
    type,
    version,
    state: 'changed',
    compatible: changes.every((change) => change.compatible),
    changes,
  }
}

function changesOf(published: string, schema: Contract['schema']): readonly Change[] {
  const before = parse(published)
  if (!isPlainObject(before)) return [incompatible('', 'the published file is no JSON Schema: restore it')]
  const changes = compareSchemas(before, schema)
  return changes.length > 0 ? changes : [compatible('', 'only words or the layout of the file changed')]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
