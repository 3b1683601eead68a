import type { Authoriser } from './iam/authoriser.js'
import type { StreamOptions } from './streams/stream-options.js'

export interface LocalCloudOptions {
  /** The folder that `cdk synth` wrote. @default 'cdk.out' */
  readonly assembly?: string
  /** Stacks to run, by id, stack name or display name; what they depend on comes along. @default - all */
  readonly stacks?: readonly string[]
  /** @default - the region that the stacks state, else `us-east-1` */
  readonly region?: string
  /**
   * URL of a DynamoDB that runs already, such as Amazon's DynamoDB Local. Tables without a name of their own get a
   * unique one there, and all are deleted at the end. Empty: dynoxide, whatever the environment variable says.
   * @default - the environment variable DYNAMODB_ENDPOINT, else dynoxide, in memory
   */
  readonly dynamodbEndpoint?: string
  /** Of everything that the local cloud decides by chance; it is told in `cloud.seed`. @default - a new one */
  readonly seed?: number
  /** How streams are cut into shards, and how far out of order they come. */
  readonly streams?: StreamOptions
  /**
   * Decides on each call by the policies of the template. An operation of which nobody wrote down which permissions it
   * needs is refused. @default - policies are kept, not enforced
   */
  readonly authoriser?: Authoriser
  /** Gets one line for each event published, function error and warning. @default - nobody is told */
  readonly log?: (line: string) => void
}
