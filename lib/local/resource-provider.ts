import type { Caller } from './caller.js'
import type { FunctionInvoker } from './function-invoker.js'
import type { SpyLog } from './spy-log.js'

/** What `Ref` and `Fn::GetAtt` of a provisioned resource give, and how to end it. */
export interface ProvisionedResource {
  readonly ref: string
  readonly attributes: Readonly<Record<string, string>>
  /** Called in reverse order of creation; ends timers, pollers and workers and waits for what is in flight. */
  readonly stop?: () => Promise<void>
}

/** What a provider may use. */
export interface LocalEnvironment {
  readonly region: string
  readonly accountId: string
  /** The gateway: every AWS client, ours and the functions', talks to it. */
  readonly endpoint: string
  /** Access key id and secret by which the gateway recognises the caller. */
  readonly credentialsOf: (caller: Caller) => {
    readonly accessKeyId: string
    readonly secretAccessKey: string
  }
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
