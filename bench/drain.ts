import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { fillTable } from './fill-table.js'
import { startServices } from './services.js'
import { sweeperVariables } from './sweeper-variables.js'

export interface DrainSettings {
  /** What the sweeper does with the rows. */
  readonly task: 'deliver' | 'archive'
  /** That are due when the first sweep begins. */
  readonly rows: number
  /** From 0 to 1: the share of events on which EventBridge fails each time. */
  readonly failingShare: number
}

export interface DrainFigures extends DrainSettings {
  readonly sweeps: number
  /** From the first sweep's begin until everything that does not fail was accepted, or archived. */
  readonly seconds: number
  readonly eventsPerSecond: number
  /** The most memory that the process ever held. */
  readonly peakMegabytes: number
  readonly cpuMsPerEvent: number
  /** AWS calls, all of the sweeper's. */
  readonly callsPerEvent: number
}

/** What the process of the sweeper tells after each sweep. */
export interface SweepReport {
  readonly milliseconds: number
  readonly cpuMilliseconds: number
  readonly peakMegabytes: number
}

/** Lets the bundled sweeper, in a process of its own, work on rows until none is left but those that fail. */
export async function measureDrain({ task, rows, failingShare }: DrainSettings): Promise<DrainFigures> {
  const failing = Math.round(rows * failingShare)
  const services = await startServices()
  try {
    await fillTable(services, { task, rows, failing })
    const callsBefore = services.calls()
    const sweeper = fork(fileURLToPath(new URL('sweep-process.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, ...sweeperVariables(services.endpoint, task) },
      // The function's log is not what is measured, but writing it is part of the work.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    let sweeps = 0
    let milliseconds = 0
    let last: SweepReport = { milliseconds: 0, cpuMilliseconds: 0, peakMegabytes: 0 }
    while (services.accepted() < rows - failing || (task === 'archive' && services.deleted() < rows)) {
      sweeper.send('sweep')
      ;[last] = (await once(sweeper, 'message')) as [SweepReport]
      sweeps += 1
      milliseconds += last.milliseconds
      if (sweeps > 100) throw new Error(`${services.accepted()} of ${rows - failing} after 100 sweeps`)
    }
    sweeper.kill()
    const events = rows - failing
    return {
      task,
      rows,
      failingShare,
      sweeps,
      seconds: milliseconds / 1_000,
      eventsPerSecond: (events * 1_000) / milliseconds,
      peakMegabytes: last.peakMegabytes,
      cpuMsPerEvent: last.cpuMilliseconds / events,
      callsPerEvent: (services.calls() - callsBefore) / events,
    }
  } finally {
    await services.stop()
  }
}
