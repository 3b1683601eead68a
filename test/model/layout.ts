import type { ModelConfig } from './config.js'

/** A state of the whole system, one byte per field. Two states are the same when their bytes are. */
export type State = Uint8Array

/** Fields of the world. */
export const WORLD = {
  bus: 0,
  mapping: 1,
  archive: 2,
  faultsLeft: 3,
  redrivesLeft: 4,
  committed: 5,
  logLength: 6,
} as const
const WORLD_BYTES = 7

/**
 * Fields of a row, from its offset. After `ttl` they are no attributes but what an observer knows: which deaths (bits)
 * have a notice under way, were redriven, were told of; how often the event was published; how many duplicates the
 * faults and the overlaps so far explain; what was published into a bus that is gone.
 */
export const ROW = {
  there: 0,
  status: 1,
  owner: 2,
  due: 3,
  age: 4,
  attempts: 5,
  diedAt: 6,
  ttl: 7,
  messages: 8,
  redriven: 9,
  told: 10,
  publications: 11,
  charged: 12,
  overlaps: 13,
  blame: 14,
  intoNothing: 15,
} as const
const ROW_BYTES = 16

/** Fields of a worker. A relay's `cursor` is its checkpoint; a sweeper's says that the archive is off. */
export const WORKER = { phase: 0, cursor: 1, batch: 2 } as const
const WORKER_BYTES = 3

/** Fields of a row in a worker's hands: how far it is, the fence it has seen or written, the death it writes about. */
export const HELD = { step: 0, fence: 1, death: 2 } as const
const HELD_BYTES = 3

/** Where everything is in a state. */
export class Layout {
  readonly rows: number
  readonly relays: number
  readonly workers: number
  readonly workerBytes: number
  readonly length: number
  readonly #workersAt: number

  constructor({ events, relays, sweepers }: ModelConfig) {
    this.rows = events.length
    this.relays = relays
    this.workers = relays + sweepers
    this.workerBytes = WORKER_BYTES + HELD_BYTES * this.rows
    this.#workersAt = WORLD_BYTES + ROW_BYTES * this.rows
    this.length = this.#workersAt + this.workerBytes * this.workers
  }

  row(row: number): number {
    return WORLD_BYTES + ROW_BYTES * row
  }

  worker(worker: number): number {
    return this.#workersAt + this.workerBytes * worker
  }

  held(worker: number, row: number): number {
    return this.worker(worker) + WORKER_BYTES + HELD_BYTES * row
  }

  isRelay(worker: number): boolean {
    return worker < this.relays
  }
}

/** The byte at `index`; indices come from the layout, so there is one. */
export function at(state: State, index: number): number {
  return state[index] as number
}
