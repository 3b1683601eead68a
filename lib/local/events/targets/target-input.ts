import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { optionalRecord, optionalString } from '../api-input.js'
import { compileJsonPath } from '../json/json-path.js'
import { DeliveryError } from './delivery-error.js'
import { inputTransformer } from './input-transformer.js'
import type { TargetInput } from './target.js'

/**
 * What a target gets: the whole event, a constant (`Input`), a part of it (`InputPath`) or a transformation.
 * @throws AwsError ValidationException
 */
export function targetInput(definition: JsonRecord, targetId: string): TargetInput {
  const input = optionalString(definition, 'Input')
  const inputPath = optionalString(definition, 'InputPath')
  const transformer = optionalRecord(definition, 'InputTransformer')
  if ([input, inputPath, transformer].filter((option) => option !== undefined).length > 1) {
    throw new AwsError(
      'ValidationException',
      `Only one of Input, InputPath, or InputTransformer must be provided for target ${targetId}.`,
    )
  }
  if (input !== undefined) return constant(input, targetId)
  if (inputPath !== undefined) return part(inputPath, targetId)
  if (transformer !== undefined) return inputTransformer(transformer, targetId)
  return (event) => event.text
}

function constant(input: string, targetId: string): TargetInput {
  try {
    JSON.parse(input)
  } catch {
    throw new AwsError('ValidationException', `JSON syntax error in input for target ${targetId}`)
  }
  return () => input
}

function part(inputPath: string, targetId: string): TargetInput {
  const path = compileJsonPath(inputPath)
  if (path === undefined) {
    throw new AwsError('ValidationException', `Invalid InputPath for target ${targetId}.`)
  }
  return (event) => {
    const found = path.find(event.root)
    if (found !== undefined) return found.text
    // What AWS sends here is not documented; a dead letter is better than a guess.
    throw new DeliveryError('INVALID_PARAMETER', `The event has no value at InputPath ${inputPath}`)
  }
}
