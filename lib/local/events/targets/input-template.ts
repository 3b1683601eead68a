import type { JsonNode } from '../json/json-node.js'

export type TemplatePart =
  | { readonly literal: string }
  /** A placeholder, and whether it stands inside a string of the template. */
  | { readonly variable: string; readonly quoted: boolean }

export interface InputTemplate {
  readonly parts: readonly TemplatePart[]
  /** Whether the result must be JSON: the template is an object, an array or a single placeholder. */
  readonly json: boolean
}

const PLACEHOLDER = /<([\w.-]+)>/y

/** Splits a template into text and placeholders, `<name>`. `<` and `>` cannot be escaped. */
export function parseInputTemplate(template: string): InputTemplate {
  const parts: TemplatePart[] = []
  let literal = ''
  let quoted = false
  let position = 0
  while (position < template.length) {
    PLACEHOLDER.lastIndex = position
    const variable = PLACEHOLDER.exec(template)?.[1]
    if (variable !== undefined) {
      parts.push({ literal }, { variable, quoted })
      literal = ''
      position = PLACEHOLDER.lastIndex
      continue
    }
    const escaped = quoted && template[position] === '\\'
    if (template[position] === '"') quoted = !quoted
    literal += template.slice(position, position + (escaped ? 2 : 1))
    position += escaped ? 2 : 1
  }
  parts.push({ literal })
  return { parts, json: /^\s*([{[]|<[\w.-]+>\s*$)/.test(template) }
}

/**
 * Fills in the placeholders. Outside strings a value goes in as JSON, a missing one as `""`. Inside a string, a
 * string goes in without its quotes, a missing value as nothing, and an object or array loses all its quotes:
 * that is what AWS was seen to do.
 */
export function renderInputTemplate(
  template: InputTemplate,
  lookUp: (variable: string) => JsonNode | undefined,
): string {
  return template.parts
    .map((part) => {
      if ('literal' in part) return part.literal
      const value = lookUp(part.variable)
      return part.quoted ? insideString(value) : outsideString(value, template.json)
    })
    .join('')
}

function insideString(value: JsonNode | undefined): string {
  if (value === undefined) return ''
  if (value.kind === 'string') return value.text.slice(1, -1)
  return value.text.replace(/\\(.)|"/gs, (text, escaped) =>
    escaped === undefined || escaped === '"' ? '' : text,
  )
}

function outsideString(value: JsonNode | undefined, json: boolean): string {
  if (json) return value?.text ?? '""'
  if (value === undefined) return ''
  return value.kind === 'string' ? value.value : value.text
}
