import type { Console } from '../console.js'
import { EXIT_CODE, type ExitCode } from '../exit-code.js'
import { type AwsClients, awsClients } from './aws-clients.js'
import { awsPlace } from './aws-place.js'
import { errorLine } from './error-line.js'
import { findOutbox } from './find-outbox.js'
import type { OperateOptions } from './operate-options.js'
import type { OutboxResources } from './outbox-resources.js'
import { printable } from './printable.js'

/** Runs what needs an outbox; whatever goes wrong is one line, and exit code 1. */
export async function withOutbox(
  options: OperateOptions,
  console: Console,
  work: (clients: AwsClients, outbox: OutboxResources) => Promise<ExitCode>,
): Promise<ExitCode> {
  let clients: AwsClients | undefined
  try {
    clients = awsClients(await awsPlace(options))
    return await work(clients, await findOutbox(clients, options))
  } catch (error) {
    console.error(printable(errorLine(error, options)))
    return EXIT_CODE.failed
  } finally {
    clients?.close()
  }
}
