import { counted } from '../counted.js'
import { printable } from '../printable.js'
import type { Finding } from './finding.js'

const RESULT_WIDTH = 'problem'.length

/** For people. */
export function doctorLines(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const count = (wanted: Finding['result']): number =>
    findings.filter(({ result }) => result === wanted).length
  return [
    ...findings.flatMap(({ check, result, what, mend }) => [
      printable(`${result.padEnd(RESULT_WIDTH)}  ${check.padEnd(width)}  ${what}`),
      ...(mend === undefined ? [] : [printable(`${' '.repeat(RESULT_WIDTH + width + 4)}→ ${mend}`)]),
    ]),
    `${count('ok')} ok, ${counted(count('problem'), 'problem')}, ${count('unknown')} unknown`,
  ]
}
