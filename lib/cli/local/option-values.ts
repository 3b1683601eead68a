import { InvalidArgumentError } from 'commander'
import { parseFault } from '../../local/faults/fault-spec.js'
import type { Fault } from '../../local/index.js'

/** Of a repeatable option. @throws InvalidArgumentError that shows the form */
export function collectFault(text: string, before: readonly Fault[]): readonly Fault[] {
  try {
    return [...before, parseFault(text)]
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

/** @throws InvalidArgumentError when it is no whole number from 0 */
export function seedArgument(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 0.')
  return Number(text)
}
