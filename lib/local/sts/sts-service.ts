import type { Service } from '../service.js'
import { callerIdentity } from './caller-identity.js'

export const STS_OPERATIONS: readonly string[] = ['GetCallerIdentity']

const NO_SESSIONS =
  'The local cloud gives no temporary credentials: a function has those of its own role already, and everybody else acts as the user.'

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
export function stsService(accountId: string): Service {
  return {
    name: 'sts',
    actions: {
      GetCallerIdentity: async ({ caller }) => {
        const { arn, userId } = callerIdentity(caller, accountId)
        return { UserId: userId, Account: accountId, Arn: arn }
      },
    },
    refusals: {
      AssumeRole: NO_SESSIONS,
      AssumeRoleWithSAML: NO_SESSIONS,
      AssumeRoleWithWebIdentity: NO_SESSIONS,
      GetFederationToken: NO_SESSIONS,
      GetSessionToken: NO_SESSIONS,
    },
  }
}
