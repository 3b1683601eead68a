import { availableParallelism } from 'node:os'
import type { FunctionInvoker } from '../function-invoker.js'
import type { LocalEnvironment, ResourceProvider } from '../resource-provider.js'
import type { Service } from '../service.js'
import type { SharedClock } from '../time/shared-clock.js'
import { lambdaActions } from './actions/lambda-actions.js'
import { assetFolder } from './asset-folder.js'
import { mappingProvider } from './event-source-mapping/mapping-provider.js'
import { MappingRegistry } from './event-source-mapping/mapping-registry.js'
import { stopMapping } from './event-source-mapping/stop-mapping.js'
import { AsynchronousInvoker } from './function/asynchronous-invoker.js'
import { eventInvokeConfigProvider } from './function/event-invoke-config-provider.js'
import { functionInvoker } from './function/function-invoker.js'
import { functionProvider } from './function/function-provider.js'
import { FunctionRegistry } from './function/function-registry.js'
import { functionUrlProvider } from './function-url/function-url-provider.js'

export interface LambdaServiceOptions extends LocalEnvironment {
  readonly clock: SharedClock
  /** The local folder of a file asset by its key in the asset bucket. */
  readonly assetPath: (objectKey: string) => string | undefined
}

export interface LambdaService {
  readonly service: Service
  readonly providers: readonly ResourceProvider[]
  readonly invoker: FunctionInvoker
  /** Ends every execution environment of the function at once, also in the middle of an invocation. */
  readonly kill: (functionName: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Each cold start costs this machine what AWS does elsewhere: more workers than cores delay each other. */
const MAXIMUM_ENVIRONMENTS: number = Math.max(4, availableParallelism())

/** Lambda: functions in workers, their URLs, and the mappings that feed them. */
export function createLambdaService({ assetPath, ...local }: LambdaServiceOptions): LambdaService {
  const { clock } = local
  const functions = new FunctionRegistry()
  const mappings = new MappingRegistry()
  const asynchronous = new AsynchronousInvoker(clock, local.spies)
  return {
    service: {
      name: 'lambda',
      actions: lambdaActions({
        functions,
        mappings,
        asynchronous,
        region: local.region,
        accountId: local.accountId,
      }),
    },
    providers: [
      functionProvider(local, functions, {
        clock,
        activity: local.activity,
        spies: local.spies,
        maximumEnvironments: MAXIMUM_ENVIRONMENTS,
        assetFolder: (code) => assetFolder(code, assetPath),
      }),
      functionUrlProvider(local, functions),
      mappingProvider({ local, clock, functions }, mappings),
      eventInvokeConfigProvider(local, functions, asynchronous),
    ],
    invoker: functionInvoker(functions),
    kill: (functionName) => functions.find(functionName).kill(),
    stop: async () => {
      await Promise.all(mappings.all().map((mapping) => stopMapping(mapping, clock)))
      // Together: what is under way asynchronously ends with its function's workers.
      await Promise.all([asynchronous.stop(), ...functions.all().map((lambda) => lambda.stop())])
    },
  }
}
