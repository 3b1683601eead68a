import type { Clock } from '../../clock.js'
import type { LocalEnvironment } from '../../resource-provider.js'
import type { StreamBells } from '../../streams/stream-registry.js'
import type { LambdaFunction } from '../function/lambda-function.js'

/** What a mapping needs of a function. */
export type InvokedFunction = Pick<LambdaFunction, 'configuration' | 'invoke'>

/** What a mapping may use. */
export interface MappingEnvironment {
  readonly local: LocalEnvironment
  readonly clock: Clock
  /** Invoked by `functions.find(settings.functionName).invoke(JSON text)`, which tells request id and outcome. */
  readonly functions: { readonly find: (nameOrArn: string) => InvokedFunction }
  readonly streams: StreamBells
  /** The share of a stream's batches that a function dealt with and gets once more, 0 to 1. */
  readonly redelivery: number
}
