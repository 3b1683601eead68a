import { isRecord } from '../../record.js'

/** Upper case first, so that letters with two lower-case forms compare equal. */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase()
}

/** The folded text of `{ "equals-ignore-case": text }`; `undefined` for anything else. */
export function ignoreCaseText(argument: unknown): string | undefined {
  if (!isRecord(argument)) return undefined
  const text = argument['equals-ignore-case']
  return typeof text === 'string' && Object.keys(argument).length === 1 ? foldCase(text) : undefined
}
