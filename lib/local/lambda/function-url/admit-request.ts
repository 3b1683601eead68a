import type { IncomingMessage } from 'node:http'
import { AwsError } from '../../aws-error.js'
import type { Caller } from '../../caller.js'
import { credentialScope } from '../../gateway/credential-scope.js'
import { ANONYMOUS } from '../../iam/principal-of.js'
import type { LocalEnvironment } from '../../resource-provider.js'

/** Who may call a function URL. */
export type AuthType = 'AWS_IAM' | 'NONE'

/** As whom a request is admitted. */
export interface Admission {
  /** The caller's account; `anonymous` where nobody has to say who they are. */
  readonly accountId: string
}

export interface FunctionUrlAccess extends Pick<LocalEnvironment, 'accountId' | 'authorise'> {
  /** Who has an access key; the outside world for a key that nobody knows. */
  readonly callerOf: (accessKeyId: string) => Caller
}

/** A function URL needs both, whatever its AuthType. https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html */
const permissions = (
  functionArn: string,
  authType: AuthType,
): readonly Omit<Parameters<LocalEnvironment['authorise']>[0], 'caller'>[] => [
  {
    action: 'lambda:InvokeFunctionUrl',
    resource: functionArn,
    context: { 'lambda:FunctionArn': functionArn, 'lambda:FunctionUrlAuthType': authType },
  },
  {
    action: 'lambda:InvokeFunction',
    resource: functionArn,
    context: { 'lambda:InvokedViaFunctionUrl': 'true' },
  },
]

/**
 * The one place that decides who is let through. With AWS_IAM an unsigned request counts as one of the outside world,
 * the account's administrator, so that a browser and curl work; with NONE everybody is anonymous.
 *
 * @returns undefined for a request that is refused
 */
export async function admitRequest(
  { headers, url = '/' }: Pick<IncomingMessage, 'headers' | 'url'>,
  functionArn: string,
  authType: AuthType,
  { accountId, authorise, callerOf }: FunctionUrlAccess,
): Promise<Admission | undefined> {
  const accessKeyId =
    credentialScope({ headers, url: new URL(url, 'http://function-url') })?.accessKeyId ?? ''
  const caller = authType === 'NONE' ? ANONYMOUS : callerOf(accessKeyId)
  try {
    for (const permission of permissions(functionArn, authType)) await authorise({ ...permission, caller })
  } catch (error) {
    if (error instanceof AwsError) return undefined
    throw error
  }
  return { accountId: authType === 'NONE' ? ANONYMOUS.name : accountId }
}
