import { randomBytes, randomInt } from 'node:crypto'
import { readCloudAssembly } from './assembly/cloud-assembly.js'
import { provisionStack } from './assembly/provision-stack.js'
import type { RunningStack } from './assembly/running-stack.js'
import { selectStacks } from './assembly/select-stacks.js'
import type { StackArtifact } from './assembly/stack-artifact.js'
import { StackRegistry } from './assembly/stack-registry.js'
import { UnsupportedTypes } from './assembly/unsupported-types.js'
import { assertOptions } from './assert-options.js'
import type { Caller } from './caller.js'
import { cloudFormationService } from './cloudformation/cloudformation-service.js'
import { CustomResources } from './cloudformation/custom-resource/custom-resources.js'
import { alarmProviders } from './cloudwatch/alarm-providers.js'
import { AlarmRegistry } from './cloudwatch/alarm-registry.js'
import { cloudWatchService } from './cloudwatch/cloudwatch-service.js'
import { createDynamoDbService, type DynamoDbService } from './dynamodb/dynamodb-service.js'
import { lazyEngine } from './dynamodb/lazy-engine.js'
import { createEventsService } from './events/events-service.js'
import { startFauxqs } from './fauxqs/start-fauxqs.js'
import type { FunctionInvoker } from './function-invoker.js'
import { AccessKeys } from './gateway/access-keys.js'
import { Gateway } from './gateway/gateway.js'
import { inMemoryHandler } from './gateway/in-memory-handler.js'
import { serviceBackend } from './gateway/service-backend.js'
import { describeTable } from './iam/describe-table.js'
import { functionCaller } from './iam/function-caller.js'
import type { Grant } from './iam/grants.js'
import { createIam } from './iam/iam.js'
import { keepTablePolicies } from './iam/keep-table-policies.js'
import type { PolicyRegistry } from './iam/policy-registry.js'
import { inertProviders } from './inert-providers.js'
import { createLambdaService } from './lambda/lambda-service.js'
import type { LocalCloudOptions } from './local-cloud-options.js'
import { collectMetrics } from './metrics/collect-metrics.js'
import type { MetricStore } from './metrics/metric-store.js'
import type { Recorder } from './recorder.js'
import type { LocalEnvironment, ResourceProvider } from './resource-provider.js'
import { runLocation } from './run-location.js'
import { bucketProvider } from './s3/bucket-provider.js'
import { s3Backend } from './s3/s3-backend.js'
import { createSchedulerService } from './scheduler/scheduler-service.js'
import { SERVICE_CLIENT_SETTINGS } from './service-client-settings.js'
import type { Shutdown } from './shutdown.js'
import { QueueAddress } from './sqs/queue-address.js'
import { queueProvider } from './sqs/queue-provider.js'
import { sqsBackend } from './sqs/sqs-backend.js'
import { parameterProvider } from './ssm/parameter-provider.js'
import { stsService } from './sts/sts-service.js'
import { Activity } from './time/activity.js'
import { HeldCalls } from './time/held-calls.js'
import { seededRandom } from './time/seeded-random.js'
import { VirtualClock } from './time/virtual-clock.js'

export interface RunningCloud {
  readonly region: string
  readonly accountId: string
  readonly endpoint: string
  readonly keys: AccessKeys
  readonly gateway: Gateway
  readonly policies: PolicyRegistry
  readonly grants: () => readonly Grant[]
  readonly functionCaller: (logicalId: string, functionName: string) => Promise<Caller>
  readonly stacks: readonly RunningStack[]
  readonly invoker: FunctionInvoker
  readonly clock: VirtualClock
  readonly seed: number
  readonly metrics: MetricStore
  readonly dynamodb: DynamoDbService
  readonly kill: (functionName: string, environmentId?: string) => Promise<void>
}

/**
 * Wires everything and makes the stacks' resources exist.
 * @param shutdown gets a step for each thing as soon as it is started: run it, also when this throws
 */
export async function startLocalCloud(
  options: LocalCloudOptions,
  recorder: Recorder,
  shutdown: Shutdown,
): Promise<RunningCloud> {
  assertOptions(options)
  const assembly = await readCloudAssembly(options.assembly ?? 'cdk.out')
  const stacks = selectStacks(assembly, options.stacks)
  const { region, accountId } = runLocation(stacks, options.region, recorder)
  const runId = randomBytes(6).toString('hex')

  const activity = new Activity()
  const clock = new VirtualClock(activity)
  const heldCalls = new HeldCalls()
  shutdown.add(async () => clock.stop())
  const seed = options.seed ?? randomInt(2 ** 31)
  const keys = new AccessKeys()
  const iam = createIam({
    ...(options.authoriser === undefined ? {} : { authoriser: options.authoriser }),
    region,
    accountId,
    clock,
    spies: recorder,
    describeTable: async (tableName) => describeTable(await engine(), tableName),
    events: () => events.service,
    lambda: () => lambda.service,
  })
  const metrics = collectMetrics({ recorder, clock, activity, statistics: () => fauxqs.statistics() })
  shutdown.add(async () => metrics.stop())
  const gateway = new Gateway({
    keys,
    spies: recorder,
    clock,
    activity,
    heldCalls,
    authorise: iam.authoriseCall,
    onServed: metrics.onServed,
  })
  gateway.intercept(metrics.interceptor)
  shutdown.add(() => gateway.stop())
  const engine = lazyEngine(options.dynamodbEndpoint ?? process.env['DYNAMODB_ENDPOINT'], runId, shutdown)
  // While the rest starts. Where it fails, the first table's provider says so.
  if (hasTables(stacks)) engine().catch(() => undefined)
  const [endpoint, fauxqs] = await Promise.all([
    gateway.start(),
    startFauxqs({ region, accountId, clock, activity }),
  ])
  shutdown.add(() => fauxqs.stop())

  const environment: LocalEnvironment = {
    region,
    accountId,
    endpoint,
    credentialsOf: (caller) => keys.of(caller),
    clientConfigOf: (caller) => ({
      ...SERVICE_CLIENT_SETTINGS,
      endpoint,
      region,
      credentials: keys.of(caller),
      requestHandler: inMemoryHandler((request) => gateway.answer(request)),
    }),
    authorise: iam.authorise,
    clock,
    activity,
    random: seededRandom(seed),
    // Targets of rules are functions, and functions come later than the buses.
    functions: {
      invoke: (functionNameOrArn, payload) => lambda.invoker.invoke(functionNameOrArn, payload),
      invokeAsynchronously: (functionNameOrArn, payload) =>
        lambda.invoker.invokeAsynchronously(functionNameOrArn, payload),
    },
    spies: recorder,
  }
  const dynamodb = createDynamoDbService(environment, engine, options.streams)
  shutdown.add(() => dynamodb.stop())
  const events = createEventsService(environment)
  shutdown.add(() => events.stop())
  const lambda = createLambdaService({
    ...environment,
    clock,
    heldCalls,
    callerOf: (accessKeyId) => keys.callerOf(accessKeyId),
    assetPath: assembly.assetPath,
    functionPolicy: (functionArn) => iam.policies.statementsOfResource(functionArn),
    streams: dynamodb.streams,
    redelivery: options.streams?.redelivery ?? 0,
  })
  shutdown.add(() => lambda.stop())
  const scheduler = createSchedulerService(environment)
  shutdown.add(() => scheduler.stop())

  const stackRegistry = new StackRegistry()
  const alarms = new AlarmRegistry(metrics.store, clock)
  const customResources = new CustomResources(environment.functions, clock)
  shutdown.add(() => customResources.stop())
  const ssmParameters = new Map<string, string>()

  const address = new QueueAddress(endpoint, region, accountId)
  const sqs = sqsBackend(fauxqs, address, environment)
  for (const backend of [
    dynamodb.backend,
    sqs,
    s3Backend(fauxqs),
    serviceBackend(events.service),
    serviceBackend(lambda.service),
    serviceBackend(scheduler.service),
    serviceBackend(cloudFormationService(stackRegistry)),
    serviceBackend(cloudWatchService({ metrics: metrics.store, alarms, clock })),
    serviceBackend(stsService(accountId)),
  ]) {
    gateway.register(iam.guard(backend))
  }

  const providers: readonly ResourceProvider[] = [
    ...inertProviders(region, accountId),
    ...alarmProviders(environment, alarms),
    parameterProvider(ssmParameters),
    ...iam.providers,
    ...dynamodb.providers.map((provider) => keepTablePolicies(provider, iam.policies, region)),
    queueProvider(fauxqs, address),
    bucketProvider(fauxqs, region),
    ...events.providers,
    ...scheduler.providers,
    ...lambda.providers,
  ]
  const unsupported = new UnsupportedTypes()
  const deployment = {
    runId,
    region,
    accountId,
    clock,
    customResources,
    stacks: stackRegistry,
    ssmParameters,
    providers: new Map(providers.map((provider) => [provider.type, provider])),
    exports: new Map<string, unknown>(),
    unsupported,
    onProvisioned: (resource: { readonly stop?: () => Promise<void> }) => {
      if (resource.stop !== undefined) shutdown.add(resource.stop)
    },
  }
  const running: RunningStack[] = []
  for (const stack of stacks) running.push(await provisionStack(stack, deployment))
  const warning = unsupported.warning()
  if (warning !== undefined) recorder.warn(warning)

  return {
    region,
    accountId,
    endpoint,
    keys,
    gateway,
    policies: iam.policies,
    grants: () => iam.grants(running.flatMap(({ resources }) => resources)),
    functionCaller: (logicalId, functionName) => functionCaller(lambda.service, logicalId, functionName),
    stacks: running,
    invoker: lambda.invoker,
    clock,
    seed,
    metrics: metrics.store,
    dynamodb,
    kill: (functionName, environmentId) => lambda.kill(functionName, environmentId),
  }
}

function hasTables(stacks: readonly StackArtifact[]): boolean {
  return stacks.some(({ template }) =>
    Object.values(template.Resources ?? {}).some(({ Type: type }) => type.startsWith('AWS::DynamoDB::')),
  )
}
