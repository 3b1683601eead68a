import type { JsonSchema } from '../json-schema.js'
import type { Change } from './change.js'

/** What the rules about single keywords share. */
export interface Comparison {
  /** The documents: what `$ref` points into. */
  readonly publishedRoot: JsonSchema
  readonly currentRoot: JsonSchema
  /** All differences between two schemas, none when they mean the same. */
  readonly compare: (published: unknown, current: unknown, path: string) => readonly Change[]
}

/** Judges some keywords of two schemas, both without references and of one type at most. */
export type Rule = (
  published: JsonSchema,
  current: JsonSchema,
  path: string,
  comparison: Comparison,
) => readonly Change[]
