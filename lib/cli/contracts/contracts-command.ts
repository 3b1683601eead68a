import { Command, Option } from 'commander'
import type { Plan } from '../../contracts/plan.js'
import type { Console } from '../console.js'
import { EXIT_CODE, type ExitCode } from '../exit-code.js'
import { contractsReport, reportLines } from './contracts-report.js'

interface ContractsOptions {
  readonly out: string
  readonly check?: true
  readonly force?: true
  readonly json?: true
}

/** `outbox contracts`: writes what consumers need to know, or checks that it is written. */
export function contractsCommand(console: Console, ended: (code: ExitCode) => void): Command {
  return new Command('contracts')
    .description('Writes the contracts of events for their consumers: JSON Schema and TypeScript types.')
    .argument('<module>', 'TypeScript or JavaScript file that exports event definitions')
    .option('--out <folder>', 'where the contracts are', 'contracts')
    .option('--check', 'write nothing; fail when something is missing, out of date or incompatible')
    .addOption(
      new Option('--force', 'overwrite what is published even where consumers of it would break').conflicts(
        'check',
      ),
    )
    .option('--json', 'one JSON document')
    .action(async (module: string, options: ContractsOptions) => {
      ended(await runContracts(module, options, console))
    })
}

async function runContracts(module: string, options: ContractsOptions, console: Console): Promise<ExitCode> {
  // Loaded here: the compilers would slow down every other command.
  const { loadDefinitions } = await import('../../contracts/load-definitions.js')
  const { contractsOf } = await import('../../contracts/contracts-of.js')
  const { planContracts } = await import('../../contracts/plan-contracts.js')
  const { writeContracts } = await import('../../contracts/write-contracts.js')
  const plan = await planContracts(contractsOf(await loadDefinitions(module)), options.out)

  const failure = failureOf(plan, module, options)
  const write = options.check !== true && failure === undefined
  if (write) await writeContracts(plan)
  if (options.json === true)
    console.out(JSON.stringify(contractsReport(plan, failure === undefined, write), undefined, 2))
  else for (const line of reportLines(plan, write)) console.out(line)
  if (failure === undefined) return EXIT_CODE.done
  console.error(failure)
  return EXIT_CODE.failed
}

/** Why the run fails, and what to do. */
function failureOf(plan: Plan, module: string, { out, check, force }: ContractsOptions): string | undefined {
  const broken = plan.events.filter(({ compatible }) => !compatible)
  const names = broken.map(({ type, version }) => `${type} v${version}`).join(', ')
  const raise = 'Raise its `version` and give it an `upcast`'
  if (broken.length > 0 && check === true) return `Incompatible with what is published: ${names}. ${raise}.`
  if (broken.length > 0 && force !== true)
    return `Nothing was written, for consumers of what is published would break: ${names}. ${raise}, or overwrite it with --force.`
  if (check !== true || plan.files.every(({ state }) => state === 'unchanged')) return undefined
  return `Out of date. Run \`outbox contracts ${module} --out ${out}\` and commit what it writes.`
}
