import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { runDemo } from './demo/run-demo.js'

const usage = 'usage: npm run demo -- [--orders N] [--json]     N: 1 to 10000, default 200'

let options: { orders: number; json: boolean }
try {
  const { values } = parseArgs({
    options: { orders: { type: 'string', default: '200' }, json: { type: 'boolean', default: false } },
  })
  const orders = Number(values.orders)
  if (!Number.isInteger(orders) || orders < 1 || orders > 10_000)
    throw new Error(`Expected \`--orders\` to be a whole number from 1 to 10000, got \`${values.orders}\``)
  options = { orders, json: values.json }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(usage)
  process.exit(2)
}

// Only now: a wrong flag should not cost a synth. Its output is no part of the result.
execFileSync('npm', ['run', '--silent', 'synth'], { stdio: ['ignore', process.stderr, process.stderr] })

process.exitCode = (await runDemo(options)) ? 0 : 1
