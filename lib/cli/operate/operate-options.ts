import type { Command } from 'commander'

/** What every command takes that looks at an outbox. */
export interface OperateOptions {
  readonly stack: string
  readonly outbox?: string
  readonly region?: string
  readonly endpointUrl?: string
  readonly json?: true
}

export function withOperateOptions(command: Command): Command {
  return command
    .requiredOption('--stack <name>', 'the stack with the outbox')
    .option('--outbox <name>', 'which of its outboxes: the name, or the end of it (default: the only one)')
    .option('--region <region>', 'where (default: as for every AWS tool)')
    .option('--endpoint-url <url>', 'another address for all services: that of `outbox local`')
    .option('--json', 'one JSON document')
}
