import { join } from 'node:path'
import type { Change } from '../../contracts/comparison/change.js'
import type { Judgement, Plan } from '../../contracts/plan.js'

/** What a run found and did, for programs. */
export interface ContractsReport {
  readonly out: string
  /** False when the exit code is 1. */
  readonly ok: boolean
  /** True when the files were written, as far as they had to be. */
  readonly written: boolean
  readonly events: readonly Judgement[]
  /** As they were found. */
  readonly files: readonly { readonly name: string; readonly state: string }[]
}

export function contractsReport(plan: Plan, ok: boolean, written: boolean): ContractsReport {
  const files = plan.files.map(({ name, state }) => ({ name, state }))
  return { out: plan.folder, ok, written, events: plan.events, files }
}

/** The same as lines of text. */
export function reportLines({ folder, events, files }: Plan, written: boolean): readonly string[] {
  const changes = events.flatMap((event) => event.changes.map((change) => changeLine(event, change)))
  const touched = files
    .filter(({ state }) => state !== 'unchanged')
    .map(({ name, state }) => `${(written ? 'written' : state).padEnd(8)}  ${join(folder, name)}`)
  const same = files.length - touched.length
  return [
    ...changes,
    ...touched,
    `${events.length} contracts in ${folder}: ${same} of ${files.length} files were up to date.`,
  ]
}

function changeLine({ type, version }: Judgement, { path, what, compatible }: Change): string {
  const where = path === '' ? '' : `${path}: `
  return `${type} v${version}: ${where}${what}${compatible ? ' (compatible)' : ''}`
}
