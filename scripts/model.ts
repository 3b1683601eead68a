import { styleText } from 'node:util'
import { explore, report } from '../test/model/explore.js'
import { BOUNDED_RUNS, LARGE_RUNS } from '../test/model/runs.js'

/** `npm run model [-- words]`: explores the large configurations, or all those whose names have one of the words. */
const words = process.argv.slice(2)
const runs = Object.entries(words.length === 0 ? LARGE_RUNS : { ...BOUNDED_RUNS, ...LARGE_RUNS }).filter(
  ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
)
let failed = 0
for (const [name, settings] of runs) {
  const start = Date.now()
  const { states, edges, depth, mostPublications, hasCycle, violation } = explore(settings)
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  const ends = hasCycle ? 'ends under fairness' : 'always ends'
  console.log(name)
  console.log(
    `  ${states.toLocaleString('en')} states, ${edges.toLocaleString('en')} moves, ${depth} deep, at most ${mostPublications} publications, ${ends}, ${seconds} s`,
  )
  if (violation === undefined) continue
  failed += 1
  console.log(styleText('red', report(violation)))
}
if (runs.length === 0) console.error(`No run has a name with ${words.join(' or ')}`)
process.exitCode = failed > 0 || runs.length === 0 ? 1 : 0
