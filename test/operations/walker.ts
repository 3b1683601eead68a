import { expect, it } from 'vitest'
import { runHere } from '../cli/operate/run-here.js'
import type { Ran } from '../cli/operate/run-outbox.js'
import { AwsCli, type StandIns } from './aws-cli.js'
import { logTail } from './log-tail.js'
import { placeholders } from './placeholders.js'
import { readRunbook } from './runbook.js'
import type { RunbookCloud } from './runbook-cloud.js'
import { shellWords } from './shell-words.js'

export interface StepOptions {
  /** What stands in angle brackets, beside the names of the stack. */
  readonly names?: Readonly<Record<string, string>>
  /** @default 0 */
  readonly code?: number
  readonly standIns?: StandIns
}

/** Types a command of the section, letter by letter but for the names in it; gives what it shows. */
export type Step = (command: string, options?: StepOptions) => Promise<string>
export type Scenario = (step: Step) => Promise<void>

/** A test for each section: it must type each of the section's commands, and no other. In the end all is mended. */
export function walk<Heading extends string>(
  fixture: RunbookCloud,
  headings: readonly Heading[],
  scenarios: Readonly<Record<Heading, Scenario>>,
): void {
  const sections = readRunbook()
  for (const heading of headings)
    it(heading, async () => {
      const commands = sections.find((section) => section.heading === heading)?.commands ?? []
      const typed = new Set<string>()
      const linesBefore = new Map(
        functionsOf(fixture).map((name) => [name, fixture.cloud.logLines(name).length]),
      )
      try {
        await scenarios[heading](async (command, options = {}) => {
          expect(commands, 'the section has no such command').toContain(command)
          typed.add(command)
          return type(fixture, command, options, linesBefore)
        })
      } finally {
        // What a scenario that failed left broken is no reason for the next one to fail.
        fixture.cloud.faults.clear()
      }
      expect(
        commands.filter((command) => !typed.has(command)),
        'nobody has tried these commands of the section',
      ).toEqual([])
    })

  it('nothing rings any more', async () => {
    // As long as CloudWatch looks back for data that is missing.
    await fixture.cloud.clock.advance('30m')
    expect(await fixture.ringing()).toEqual([])
  })
}

function functionsOf({ cloud }: RunbookCloud): readonly string[] {
  return cloud.resources('AWS::Lambda::Function').map(({ ref }) => ref)
}

async function type(
  fixture: RunbookCloud,
  command: string,
  { names = {}, code = 0, standIns = {} }: StepOptions,
  linesBefore: ReadonlyMap<string, number>,
): Promise<string> {
  const [program, ...words] = shellWords(await placeholders(fixture, command, names))
  const ran =
    program === 'outbox'
      ? await runOutbox(fixture, words)
      : await runAws(fixture, words, standIns, linesBefore)
  expect({ command, code: ran.code, error: ran.code === code ? '' : ran.error }).toEqual({
    command,
    code,
    error: '',
  })
  return `${ran.out}${ran.error}`
}

/** With the credentials of somebody in the environment, as on AWS; they say yes when they are asked. */
async function runOutbox({ cloud }: RunbookCloud, words: readonly string[]): Promise<Ran> {
  const { accessKeyId, secretAccessKey } = cloud.clientConfig.credentials
  Object.assign(process.env, {
    AWS_REGION: cloud.region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  })
  return runHere([...words, '--endpoint-url', cloud.endpoint], async () => 'y')
}

async function runAws(
  { cloud }: RunbookCloud,
  [service = '', operation = '', ...flags]: readonly string[],
  standIns: StandIns,
  linesBefore: ReadonlyMap<string, number>,
): Promise<Ran> {
  if (service === 'logs' && operation === 'tail')
    return { code: 0, out: logTail(cloud, flags, linesBefore), error: '' }
  try {
    const answer = await new AwsCli(cloud, standIns).run([service, operation, ...flags])
    return { code: 0, out: JSON.stringify(answer, undefined, 1), error: '' }
  } catch (error) {
    // As the AWS CLI ends when the service answers an error.
    return { code: 254, out: '', error: String(error) }
  }
}
