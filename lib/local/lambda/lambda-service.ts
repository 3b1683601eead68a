import { availableParallelism } from 'node:os'
import type { Caller } from '../caller.js'
import type { FunctionInvoker } from '../function-invoker.js'
import type { JsonRecord } from '../record.js'
import type { LocalEnvironment, ResourceProvider } from '../resource-provider.js'
import type { Service } from '../service.js'
import type { HeldCalls } from '../time/held-calls.js'
import type { SharedClock } from '../time/shared-clock.js'
import { lambdaActions } from './actions/lambda-actions.js'
import { assetFolder } from './asset-folder.js'
import type { MappingEnvironment } from './event-source-mapping/mapping-environment.js'
import { mappingProvider } from './event-source-mapping/mapping-provider.js'
import { MappingRegistry } from './event-source-mapping/mapping-registry.js'
import { AsynchronousInvoker } from './function/asynchronous-invoker.js'
import { eventInvokeConfigProvider } from './function/event-invoke-config-provider.js'
import { functionInvoker } from './function/function-invoker.js'
import { functionProvider } from './function/function-provider.js'
import { FunctionRegistry } from './function/function-registry.js'
import { qualifierProviders } from './function/qualifier-providers.js'
import { functionUrlProvider } from './function-url/function-url-provider.js'
import { FunctionUrls } from './function-url/function-urls.js'

export interface LambdaServiceOptions extends LocalEnvironment {
  readonly clock: SharedClock
  readonly heldCalls: HeldCalls
  /** Statements of a function's own policy. */
  readonly functionPolicy: (functionArn: string) => readonly JsonRecord[]
  /** Who has an access key: a request to a function URL is signed with one. */
  readonly callerOf: (accessKeyId: string) => Caller
  /** The local folder of a file asset by its key in the asset bucket. */
  readonly assetPath: (objectKey: string) => string | undefined
  readonly streams: MappingEnvironment['streams']
  /** The share of a stream's batches that a function dealt with and gets once more, 0 to 1. */
  readonly redelivery: number
}

export interface LambdaService {
  readonly service: Service
  readonly providers: readonly ResourceProvider[]
  readonly invoker: FunctionInvoker
  /** Ends execution environments of the function at once, all or one, also in the middle of an invocation. */
  readonly kill: (functionName: string, environmentId?: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Each cold start costs this machine what AWS does elsewhere: more workers than cores delay each other. */
const MAXIMUM_ENVIRONMENTS: number = Math.max(4, availableParallelism())

/** Lambda: functions in workers, their URLs, and the mappings that feed them. */
export function createLambdaService({
  assetPath,
  functionPolicy,
  streams,
  redelivery,
  ...local
}: LambdaServiceOptions): LambdaService {
  const { clock } = local
  const functions = new FunctionRegistry()
  const urls = new FunctionUrls()
  const mappings = new MappingRegistry()
  const mappingEnvironment: MappingEnvironment = { local, clock, functions, streams, redelivery }
  const asynchronous = new AsynchronousInvoker(clock, local.spies)
  return {
    service: {
      name: 'lambda',
      actions: lambdaActions({
        functions,
        mappings,
        mappingEnvironment,
        asynchronous,
        urls,
        policyOf: functionPolicy,
        clock,
        region: local.region,
        accountId: local.accountId,
      }),
    },
    providers: [
      functionProvider(local, functions, {
        clock,
        activity: local.activity,
        heldCalls: local.heldCalls,
        spies: local.spies,
        maximumEnvironments: MAXIMUM_ENVIRONMENTS,
        assetFolder: (code) => assetFolder(code, assetPath),
      }),
      ...qualifierProviders(local, functions),
      functionUrlProvider(local, functions, urls),
      mappingProvider(mappingEnvironment, mappings),
      eventInvokeConfigProvider(local, functions, asynchronous),
    ],
    invoker: functionInvoker(functions, asynchronous),
    kill: (functionName, environmentId) => functions.find(functionName).kill(environmentId),
    stop: async () => {
      await Promise.all(mappings.all().map((mapping) => mapping.stop()))
      // Together: what is under way asynchronously ends with its function's workers.
      await Promise.all([asynchronous.stop(), ...functions.all().map((lambda) => lambda.stop())])
    },
  }
}
