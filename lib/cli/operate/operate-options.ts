import { type Command, Option } from 'commander'

/** What every command takes that looks at an outbox. */
export interface OperateOptions {
  readonly stack?: string
  readonly outbox?: string
  readonly table?: string
  readonly partitionKey?: string
  /** Empty: the table has none. */
  readonly sortKey?: string
  readonly ttlAttribute?: string
  /** ARN or name. */
  readonly bus?: string
  /** UUID of the relay's event source mapping. */
  readonly relayMapping?: string
  readonly deadLetterQueue?: string
  readonly redriveQueue?: string
  readonly relayFailureQueue?: string
  readonly region?: string
  readonly endpointUrl?: string
  /** Folder of a cloud assembly; true: cdk.out. */
  readonly local?: string | true
  readonly json?: true
}

const FIND = 'Which outbox:'
const PARTS = 'Without a stack, or other than it says:'

/** A command that looks at an outbox: with what `withOutbox` reads. */
export function withOperateOptions(command: Command): Command {
  command
    .optionsGroup(FIND)
    .addOption(new Option('--stack <name>', 'the stack with the outbox').env('OUTBOX_STACK'))
    .option('--outbox <name>', 'which of its outboxes: the name, or the end of it (default: the only one)')
    .option('--region <region>', 'where (default: as for every AWS tool)')
    .option('--endpoint-url <url>', 'another address for all services')
    .addOption(
      new Option('--local [folder]', 'what `outbox local` runs of this cloud assembly (default: cdk.out)')
        .conflicts('region')
        .conflicts('endpointUrl'),
    )
    .optionsGroup(PARTS)
    .option('--table <name>', 'the table (default: OUTBOX_TABLE_NAME)')
    .option('--partition-key <name>', "the table's key attribute (default: OUTBOX_PARTITION_KEY, or pk)")
    .option('--sort-key <name>', "the other one; '' for a table without (default: OUTBOX_SORT_KEY, or sk)")
    .option('--ttl-attribute <name>', 'time to live (default: OUTBOX_TTL_ATTRIBUTE, or expiresAt)')
    .option('--bus <name>', 'the event bus, or its ARN (default: OUTBOX_EVENT_BUS_ARN)')
    .option('--dead-letter-queue <url>', 'notices of dead letters (default: OUTBOX_DEAD_LETTER_QUEUE_URL)')
    .option('--redrive-queue <url>', 'what people send back')
    .option('--relay-failure-queue <url>', 'what the stream mapping gave up')
    .option('--relay-mapping <uuid>', "the relay's event source mapping (default: OUTBOX_RELAY_MAPPING_ID)")
    .optionsGroup('Options:')
    .option('--json', 'one JSON document')
  return command
}
