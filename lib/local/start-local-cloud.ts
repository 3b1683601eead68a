import { randomBytes, randomInt } from 'node:crypto'
import { readCloudAssembly } from './assembly/cloud-assembly.js'
import { provisionStack } from './assembly/provision-stack.js'
import type { RunningStack } from './assembly/running-stack.js'
import { selectStacks } from './assembly/select-stacks.js'
import type { StackArtifact } from './assembly/stack-artifact.js'
import { UnsupportedTypes } from './assembly/unsupported-types.js'
import { ArnTranslation } from './dynamodb/arn-translation.js'
import { dynamoDbBackend } from './dynamodb/dynamodb-backend.js'
import { lazyEngine } from './dynamodb/lazy-engine.js'
import { tableProvider } from './dynamodb/table-provider.js'
import { createEventsService } from './events/events-service.js'
import { startFauxqs } from './fauxqs.js'
import type { FunctionInvoker } from './function-invoker.js'
import { AccessKeys } from './gateway/access-keys.js'
import { Gateway } from './gateway/gateway.js'
import { inMemoryHandler } from './gateway/in-memory-handler.js'
import { serviceBackend } from './gateway/service-backend.js'
import { policyProviders } from './iam/policy-providers.js'
import { PolicyRegistry } from './iam/policy-registry.js'
import { resourcePolicyProviders } from './iam/resource-policy-providers.js'
import { roleProvider } from './iam/role-provider.js'
import { inertProviders } from './inert-providers.js'
import { createLambdaService } from './lambda/lambda-service.js'
import type { LocalCloudOptions } from './local-cloud-options.js'
import type { Recorder } from './recorder.js'
import type { LocalEnvironment, ResourceProvider } from './resource-provider.js'
import { runLocation } from './run-location.js'
import { bucketProvider } from './s3/bucket-provider.js'
import { s3Backend } from './s3/s3-backend.js'
import type { Shutdown } from './shutdown.js'
import { QueueAddress } from './sqs/queue-address.js'
import { queueProvider } from './sqs/queue-provider.js'
import { sqsBackend } from './sqs/sqs-backend.js'
import { Activity } from './time/activity.js'
import { seededRandom } from './time/seeded-random.js'
import { VirtualClock } from './time/virtual-clock.js'

export interface RunningCloud {
  readonly region: string
  readonly accountId: string
  readonly endpoint: string
  readonly keys: AccessKeys
  readonly gateway: Gateway
  readonly policies: PolicyRegistry
  readonly stacks: readonly RunningStack[]
  readonly invoker: FunctionInvoker
  readonly clock: VirtualClock
  readonly seed: number
  readonly kill: (functionName: string) => Promise<void>
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
  const assembly = await readCloudAssembly(options.assembly ?? 'cdk.out')
  const stacks = selectStacks(assembly, options.stacks)
  const { region, accountId } = runLocation(stacks, options.region, recorder)
  const runId = randomBytes(6).toString('hex')

  const activity = new Activity()
  const clock = new VirtualClock(activity)
  shutdown.add(async () => clock.stop())
  const seed = options.seed ?? randomInt(2 ** 31)
  const keys = new AccessKeys()
  const gateway = new Gateway({ keys, spies: recorder, clock, activity })
  shutdown.add(() => gateway.stop())
  const engine = lazyEngine(options.dynamodbEndpoint ?? process.env['DYNAMODB_ENDPOINT'], runId, shutdown)
  // While the rest starts. Where it fails, the first table's provider says so.
  if (hasTables(stacks)) engine().catch(() => undefined)
  const [endpoint, fauxqs] = await Promise.all([gateway.start(), startFauxqs(region)])
  shutdown.add(() => fauxqs.stop())

  const environment: LocalEnvironment = {
    region,
    accountId,
    endpoint,
    credentialsOf: (caller) => keys.of(caller),
    clientConfigOf: (caller) => ({
      endpoint,
      region,
      credentials: keys.of(caller),
      requestHandler: inMemoryHandler((request) => gateway.answer(request)),
    }),
    authorise: async () => undefined,
    clock,
    activity,
    random: seededRandom(seed),
    // Targets of rules are functions, and functions come later than the buses.
    functions: { invoke: (functionNameOrArn, payload) => lambda.invoker.invoke(functionNameOrArn, payload) },
    spies: recorder,
  }
  const events = createEventsService(environment)
  shutdown.add(() => events.stop())
  const lambda = createLambdaService({ ...environment, assetPath: assembly.assetPath })
  shutdown.add(() => lambda.stop())

  const arns = new ArnTranslation(region, accountId)
  const address = new QueueAddress(endpoint, region, accountId)
  for (const backend of [
    dynamoDbBackend(engine, arns),
    sqsBackend(fauxqs, address),
    s3Backend(fauxqs),
    serviceBackend(events.service),
    serviceBackend(lambda.service),
  ]) {
    gateway.register(backend)
  }

  const policies = new PolicyRegistry()
  const providers: readonly ResourceProvider[] = [
    ...inertProviders(region, accountId),
    roleProvider(policies, accountId),
    ...policyProviders(policies, accountId),
    ...resourcePolicyProviders(policies),
    tableProvider('AWS::DynamoDB::Table', engine, arns),
    tableProvider('AWS::DynamoDB::GlobalTable', engine, arns),
    queueProvider(fauxqs, address),
    bucketProvider(fauxqs, region),
    ...events.providers,
    ...lambda.providers,
  ]
  const unsupported = new UnsupportedTypes()
  const deployment = {
    runId,
    region,
    accountId,
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
    policies,
    stacks: running,
    invoker: lambda.invoker,
    clock,
    seed,
    kill: (functionName) => lambda.kill(functionName),
  }
}

function hasTables(stacks: readonly StackArtifact[]): boolean {
  return stacks.some(({ template }) =>
    Object.values(template.Resources ?? {}).some(({ Type: type }) => type.startsWith('AWS::DynamoDB::')),
  )
}
