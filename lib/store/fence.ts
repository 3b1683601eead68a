import { randomBytes } from 'node:crypto'

/**
 * A new value for `obDue`: the time it falls due, sortable as text, and a random end that makes it different from
 * every other one. It is the fence of whoever wrote it: two workers can never hold a row under the same value.
 */
export function newFence(dueAt: number, random: string = randomBytes(4).toString('hex')): string {
  return `${new Date(dueAt).toISOString()}#${random}`
}

/** Twice what a fence has. */
const MAX_CHARACTERS = 80

/** Date.parse alone takes much else, "5" for example. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/

/** When a fence falls due, in milliseconds since the epoch; NaN when the text is none. */
export function fenceTime(fence: string): number {
  return Date.parse(TIME.exec(fence)?.[0] ?? '')
}

/** Whether somebody of ours may have written it. */
export function isFence(text: string): boolean {
  return text.length <= MAX_CHARACTERS && !Number.isNaN(fenceTime(text))
}

/** What `obDue` is less than, as text, exactly when it falls due at the given time or earlier. */
export function dueBy(time: number): string {
  return new Date(time + 1).toISOString()
}
