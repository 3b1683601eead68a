import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { optionalRecord, requiredString } from '../api-input.js'
import type { JsonNode } from '../json/json-node.js'
import { compileJsonPath, type JsonPath } from '../json/json-path.js'
import { DeliveryError } from './delivery-error.js'
import { EVENT_VARIABLES } from './event-variables.js'
import { type InputTemplate, parseInputTemplate, renderInputTemplate } from './input-template.js'
import type { TargetInput } from './target.js'

/** A character of the private use area stands for whatever a placeholder brings. */
const PROBE = '\uE000'

/**
 * `InputTransformer`: values by path, put into a template.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-transform-target-input.html
 * @throws AwsError ValidationException
 */
export function inputTransformer(transformer: JsonRecord, targetId: string): TargetInput {
  const paths = parsePaths(optionalRecord(transformer, 'InputPathsMap') ?? {}, targetId)
  const text = requiredString(transformer, 'InputTemplate')
  if (text === '' || text.length > 8192) {
    throw invalid(targetId, `InputTemplate must have 1 to 8192 characters, got ${text.length}`)
  }
  const template = parseInputTemplate(text)
  checkTemplate(template, paths, targetId)
  return (event, rule) => {
    const rendered = renderInputTemplate(
      template,
      (variable) => EVENT_VARIABLES.get(variable)?.(event, rule) ?? paths.get(variable)?.find(event.root),
    )
    if (template.json && !isJson(rendered)) {
      throw new DeliveryError('INVALID_JSON', `The InputTemplate of target ${targetId} gave no valid JSON`)
    }
    return rendered
  }
}

function parsePaths(map: JsonRecord, targetId: string): ReadonlyMap<string, JsonPath> {
  const entries = Object.entries(map)
  if (entries.length > 100) throw invalid(targetId, 'InputPathsMap must have at most 100 entries')
  return new Map(
    entries.map(([name, text]) => {
      if (!/^[\w-]{1,256}$/.test(name) || /^aws/i.test(name)) {
        throw invalid(targetId, `InputPathsMap has an invalid key ${name}`)
      }
      const path = typeof text === 'string' ? compileJsonPath(text) : undefined
      if (path === undefined) throw invalid(targetId, `InputPathsMap has an invalid JSON path at ${name}`)
      return [name, path]
    }),
  )
}

function checkTemplate(
  template: InputTemplate,
  paths: ReadonlyMap<string, JsonPath>,
  targetId: string,
): void {
  for (const part of template.parts) {
    if ('variable' in part && !paths.has(part.variable) && !EVENT_VARIABLES.has(part.variable)) {
      throw new AwsError(
        'ValidationException',
        `InputTemplate for target ${targetId} contains invalid placeholder ${part.variable}.`,
      )
    }
  }
  if (!template.json) return
  const probe: JsonNode = { kind: 'string', text: `"${PROBE}"`, value: PROBE }
  const sample = renderInputTemplate(template, () => probe)
  if (!isJson(sample)) throw invalid(targetId, 'InputTemplate is no valid JSON')
  JSON.parse(sample, (key, value) => {
    if (key.includes(PROBE)) throw invalid(targetId, 'InputTemplate has a placeholder as an object key')
    return value
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function invalid(targetId: string, reason: string): AwsError {
  return new AwsError('ValidationException', `Invalid InputTransformer for target ${targetId} : ${reason}.`)
}
