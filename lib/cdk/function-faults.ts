import type { FunctionSettings } from './settings.js'
import { integerFaults } from './value-faults.js'

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
export function functionFaults(path: string, { memorySize }: FunctionSettings): string[] {
  return integerFaults(`${path}.memorySize`, memorySize, 128, 10_240)
}
