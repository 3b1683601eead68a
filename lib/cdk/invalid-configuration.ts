import type { IConstruct } from 'constructs'
import { OutboxError } from '../errors.js'

/** One error for all faults of a construct: its path, then a line for each. */
export function invalidConfiguration(construct: IConstruct, faults: readonly string[]): OutboxError {
  return new OutboxError(
    'INVALID_CONFIGURATION',
    [`${construct.constructor.name} at '${construct.node.path}' cannot be built:`, ...faults].join('\n- '),
    { path: construct.node.path },
  )
}
