import { type ApiCall, ConnectionReset, type LocalCloud } from 'serverless-outbox/local'

/** Ends the execution environment that makes this call; nobody is left to get an answer. */
export async function killCaller(cloud: LocalCloud, { caller }: ApiCall): Promise<never> {
  await cloud.kill(caller.name, caller.environmentId)
  throw new ConnectionReset()
}
