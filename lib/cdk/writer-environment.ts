import type { IGrantable } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { ENVIRONMENT } from '../environment.js'
import { OutboxError } from '../errors.js'
import { functionOf } from './function-of.js'
import type { OutboxSettings } from './settings.js'

/** What `Outbox.fromEnvironment()` reads. */
export function writerEnvironment(settings: OutboxSettings, tableName: string): Record<string, string> {
  return {
    [ENVIRONMENT.tableName]: tableName,
    [ENVIRONMENT.partitionKey]: settings.keys.partitionKey,
    [ENVIRONMENT.sortKey]: settings.keys.sortKey ?? '',
    [ENVIRONMENT.source]: settings.source,
    [ENVIRONMENT.maxEventBytes]: String(settings.maxEventBytes),
  }
}

// A second outbox would replace the variables of the first without a word.
const outboxOfFunction = new WeakMap<LambdaFunction, string>()

/** @throws OutboxError INVALID_CONFIGURATION when the function already has the environment of another outbox */
export function setWriterEnvironment(
  grantee: IGrantable,
  outboxPath: string,
  environment: Readonly<Record<string, string>>,
): void {
  const fn = functionOf(grantee)
  if (fn === undefined) return
  const earlier = outboxOfFunction.get(fn)
  if (earlier !== undefined && earlier !== outboxPath) {
    throw new OutboxError(
      'INVALID_CONFIGURATION',
      `The function at '${fn.node.path}' already has the environment of the outbox at '${earlier}', so it cannot get that of '${outboxPath}'. Call grantWrite(fn.role) for the second, and give its writerEnvironment to the function under names of your own.`,
      { path: fn.node.path },
    )
  }
  outboxOfFunction.set(fn, outboxPath)
  for (const [name, value] of Object.entries(environment)) fn.addEnvironment(name, value)
}
