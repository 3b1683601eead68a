import { UNREPRESENTABLE } from './assert-representable.js'

const CODES = ['arrayObject', 'date', 'domain', 'proto', 'symbolKey', 'unit']

/**
 * What is asked of arktype beyond the standard, for which it describes a date or a bigint as anything: a mark in its
 * place. The result of a transformation that does not state it stays anything, which is all that arktype knows.
 * https://arktype.io/docs/configuration#tojsonschema
 */
export function arktypeOptions(): Record<string, unknown> {
  return { fallback: Object.fromEntries(CODES.map((code) => [code, () => ({ [UNREPRESENTABLE]: code })])) }
}
