import { parseArgs } from 'node:util'
import { type DrainFigures, measureDrain } from './drain.js'

const usage = 'usage: npm run bench -- [--json] [--rows N,N,…]     default 1000,5000,20000'

let json: boolean
let sizes: readonly number[]
try {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      rows: { type: 'string', default: '1000,5000,20000' },
    },
  })
  json = values.json
  sizes = values.rows.split(',').map(Number)
  if (!sizes.every((rows) => Number.isInteger(rows) && rows >= 1 && rows <= 100_000))
    throw new Error(`Expected \`--rows\` to be whole numbers from 1 to 100000, got \`${values.rows}\``)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(usage)
  process.exit(2)
}

const drain: DrainFigures[] = []
// A first run warms the disk cache and the engine; it counts for nothing.
await measureDrain({ task: 'deliver', rows: Math.min(1_000, ...sizes), failingShare: 0 })
for (const { task, failingShare } of [
  { task: 'deliver', failingShare: 0 },
  { task: 'deliver', failingShare: 0.05 },
  { task: 'archive', failingShare: 0 },
] as const) {
  for (const rows of sizes) {
    console.error(`Sweeping ${rows} rows to ${task}, ${failingShare * 100} % of them failing …`)
    drain.push(await measureDrain({ task, rows, failingShare }))
  }
}

if (!json) {
  console.log('\nDrain: rows that are due, the sweeper alone, on an engine of this machine')
  console.log('    task    rows  failing  sweeps  seconds  events/s  peak MB  CPU ms/event  calls/event')
  for (const figures of drain)
    console.log(
      [
        figures.task.padStart(8),
        String(figures.rows).padStart(8),
        `${figures.failingShare * 100} %`.padStart(9),
        String(figures.sweeps).padStart(8),
        figures.seconds.toFixed(1).padStart(9),
        figures.eventsPerSecond.toFixed(0).padStart(10),
        figures.peakMegabytes.toFixed(0).padStart(9),
        figures.cpuMsPerEvent.toFixed(2).padStart(14),
        figures.callsPerEvent.toFixed(2).padStart(13),
      ].join(''),
    )
}
console.log(JSON.stringify({ drain }))
