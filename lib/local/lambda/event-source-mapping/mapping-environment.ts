import type { Clock } from '../../clock.js'
import type { LocalEnvironment } from '../../resource-provider.js'
import type { FunctionRegistry } from '../function/function-registry.js'

/** What a mapping may use. */
export interface MappingEnvironment {
  readonly local: LocalEnvironment
  readonly clock: Clock
  /** Invoked by `functions.find(settings.functionName).invoke(JSON text)`, which tells request id and outcome. */
  readonly functions: FunctionRegistry
}
