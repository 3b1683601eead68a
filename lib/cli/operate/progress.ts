import type { Clock } from '../../clock.js'
import type { Console } from '../console.js'
import { printable } from './printable.js'

/** Milliseconds. */
const INTERVAL = 5_000

/** Tells how far a long work is, at most every five seconds, beside the result. */
export function progress(console: Console, clock: Clock): (line: () => string) => void {
  let toldAt = clock.now()
  return (line) => {
    const now = clock.now()
    if (now - toldAt < INTERVAL) return
    toldAt = now
    console.error(printable(line()))
  }
}
