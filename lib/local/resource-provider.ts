import type { Caller } from './caller.js'
import type { Clock } from './clock.js'
import type { FunctionInvoker } from './function-invoker.js'
import type { AccessKey } from './gateway/access-keys.js'
import type { RequestHandler } from './gateway/in-memory-handler.js'
import type { AuthorisationCheck } from './iam/authorisation-check.js'
import type { SpyLog } from './spy-log.js'
import type { Activity } from './time/activity.js'

/** What `Ref` and `Fn::GetAtt` of a provisioned resource give, and how to end it. */
export interface ProvisionedResource {
  readonly ref: string
  readonly attributes: Readonly<Record<string, string>>
  /** Called in reverse order of creation; ends timers, pollers and workers and waits for what is in flight. */
  readonly stop?: () => Promise<void>
}

export interface ServiceClientConfig {
  readonly endpoint: string
  readonly region: string
  readonly credentials: AccessKey
  readonly requestHandler: RequestHandler
}

/** What a provider may use. */
export interface LocalEnvironment {
  readonly region: string
  readonly accountId: string
  /** The gateway: every AWS client, ours and the functions', talks to it. */
  readonly endpoint: string
  /** Access key id and secret by which the gateway recognises the caller. */
  readonly credentialsOf: (caller: Caller) => AccessKey
  /** What an SDK client of the local cloud's own services is made with: it calls the gateway without a connection. */
  readonly clientConfigOf: (caller: Caller) => ServiceClientConfig
  /**
   * For what one service does to another without a call through the gateway: an event bus that invokes a function.
   * @throws AwsError AccessDeniedException
   */
  readonly authorise: (check: AuthorisationCheck) => Promise<void>
  readonly clock: Clock
  /** Whoever does something that is no call through the gateway and does not wait for the clock says so here. */
  readonly activity: Activity
  /** From 0 to below 1; the same numbers for the same seed. */
  readonly random: () => number
  /** Invokes a function by its name or ARN. */
  readonly functions: FunctionInvoker
  readonly spies: SpyLog
}

export interface ResourceToProvision {
  readonly logicalId: string
  readonly type: string
  /** With every intrinsic function resolved. */
  readonly properties: Readonly<Record<string, unknown>>
  /** A name that is unique in the stack, for a resource without a name of its own. */
  readonly generatedName: string
}

/** Makes the resources of one CloudFormation type exist. */
export interface ResourceProvider {
  /** `AWS::SQS::Queue` */
  readonly type: string
  /**
   * Nothing runs behind this type, its properties are only kept: they may refer to resources that the local cloud
   * does not emulate. @default false
   */
  readonly passive?: boolean
  readonly provision: (resource: ResourceToProvision) => Promise<ProvisionedResource>
}
