import { Command } from 'commander'
import { FAULT_FORM } from '../../local/faults/fault-spec.js'
import type { Fault, LocalCloud } from '../../local/index.js'
import type { Console } from '../console.js'
import { EXIT_CODE, type ExitCode } from '../exit-code.js'
import { collectFault, seedArgument } from './option-values.js'
import { overview, overviewLines } from './overview.js'
import { tellRunningCloud } from './running-cloud.js'
import { untilInterrupted } from './until-interrupted.js'

interface LocalOptions {
  readonly assembly: string
  readonly stack?: readonly string[]
  readonly region?: string
  readonly fault: readonly Fault[]
  readonly seed?: number
  readonly json?: true
}

/** `outbox local`: runs until ctrl-C. */
export function localCommand(console: Console, ended: (code: ExitCode) => void): Command {
  return new Command('local')
    .description('Runs the synthesised app (cdk.out) on this machine until ctrl-C.')
    .option('--assembly <folder>', 'what `cdk synth` wrote', 'cdk.out')
    .option('--stack <name...>', 'stacks to run, with what they depend on (default: all)')
    .option('--region <region>', "the region to run in (default: the stacks', else us-east-1)")
    .option('--fault <spec>', `what goes wrong, repeatable: ${FAULT_FORM}`, collectFault, [])
    .option(
      '--seed <number>',
      'repeats what an earlier run decided by chance (default: a new one)',
      seedArgument,
    )
    .option('--json', 'one JSON object per line')
    .action(async (options: LocalOptions) => {
      await runUntilInterrupted(options, console)
      ended(EXIT_CODE.done)
    })
}

async function runUntilInterrupted(options: LocalOptions, console: Console): Promise<void> {
  // Before the start: a ctrl-C in the middle of it must end what it began, too.
  const interrupted = untilInterrupted()
  const json = options.json === true
  try {
    // Loaded here: the engines' code would slow down every other command.
    const { LocalCloud } = await import('../../local/index.js')
    const cloud = await LocalCloud.start({
      assembly: options.assembly,
      ...(options.stack === undefined ? {} : { stacks: options.stack }),
      ...(options.region === undefined ? {} : { region: options.region }),
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      ...(json ? {} : { log: console.out }),
    })
    let untell = async (): Promise<void> => undefined
    try {
      for (const fault of options.fault) cloud.faults.inject(fault)
      untell = await told(options.assembly, cloud, console)
      if (json) report(cloud, console)
      else for (const line of overviewLines(overview(cloud))) console.out(line)
      await interrupted.promise
      if (!json) console.out('Stopping …')
    } finally {
      await untell()
      await cloud.stop()
    }
  } finally {
    interrupted.stop()
  }
}

/** A cloud of an assembly that nobody may write to runs all the same. */
async function told(assembly: string, cloud: LocalCloud, console: Console): Promise<() => Promise<void>> {
  try {
    return await tellRunningCloud(assembly, cloud)
  } catch {
    console.error(`Other commands do not find this cloud by --local: ${assembly} cannot be written to`)
    return async () => undefined
  }
}

/** The first line says what runs, the next ones what happens. */
function report(cloud: LocalCloud, console: Console): void {
  const print = (value: unknown): void => console.out(JSON.stringify(value))
  print({ ...overview(cloud), warnings: cloud.warnings() })
  cloud.listen({
    // Never its detail, which is somebody's data.
    onEvent: ({ busName, envelope: { id, source, 'detail-type': type, time } }) =>
      print({ event: { bus: busName, id, source, 'detail-type': type, time } }),
    onLogLine: ({ functionName, line }) => print({ log: { function: functionName, line } }),
    onFault: (fault) => print({ fault }),
    onWarning: (warning) => print({ warning }),
  })
}
