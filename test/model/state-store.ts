import type { State } from './layout.js'

const PAGE_STATES = 65_536

/** Every state found so far, byte by byte, with the state from which it was first reached. */
export class StateStore {
  count = 0
  readonly #length: number
  readonly #pages: Uint8Array[] = []
  #slots: Int32Array = new Int32Array(PAGE_STATES).fill(-1)
  #parents: Int32Array = new Int32Array(PAGE_STATES)
  #depths: Uint16Array = new Uint16Array(PAGE_STATES)

  constructor(length: number) {
    this.#length = length
  }

  /** The number of a state, an old or a new one. `parent` is -1 for the first. */
  intern(state: State, parent: number): number {
    let slot = this.#hash(state, 0) & (this.#slots.length - 1)
    for (;;) {
      const found = this.#slots[slot] as number
      if (found < 0) break
      if (this.is(found, state)) return found
      slot = (slot + 1) & (this.#slots.length - 1)
    }
    const number = this.count
    this.count += 1
    if (number % PAGE_STATES === 0) this.#pages.push(new Uint8Array(PAGE_STATES * this.#length))
    this.#page(number).set(state, this.#at(number))
    this.#slots[slot] = number
    if (number >= this.#parents.length) this.#growTrail()
    this.#parents[number] = parent
    this.#depths[number] = parent < 0 ? 0 : this.depth(parent) + 1
    if (this.count * 2 > this.#slots.length) this.#growSlots()
    return number
  }

  get(number: number): State {
    const start = this.#at(number)
    return this.#page(number).slice(start, start + this.#length)
  }

  is(number: number, state: State): boolean {
    const page = this.#page(number)
    const start = this.#at(number)
    for (let index = 0; index < this.#length; index += 1)
      if (page[start + index] !== state[index]) return false
    return true
  }

  depth(number: number): number {
    return this.#depths[number] as number
  }

  /** The numbers of the states on the shortest way to this one, itself the last. */
  path(number: number): number[] {
    const path: number[] = []
    for (let state = number; state >= 0; state = this.#parents[state] as number) path.unshift(state)
    return path
  }

  #page(number: number): Uint8Array {
    return this.#pages[Math.floor(number / PAGE_STATES)] as Uint8Array
  }

  #at(number: number): number {
    return (number % PAGE_STATES) * this.#length
  }

  #hash(bytes: Uint8Array, start: number): number {
    let hash = 0x811c9dc5
    for (let index = start; index < start + this.#length; index += 1)
      hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    return (hash ^ (hash >>> 13)) >>> 0
  }

  #growTrail(): void {
    const parents = new Int32Array(this.#parents.length * 2)
    parents.set(this.#parents)
    this.#parents = parents
    const depths = new Uint16Array(this.#depths.length * 2)
    depths.set(this.#depths)
    this.#depths = depths
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1)
    for (let number = 0; number < this.count; number += 1) {
      let slot = this.#hash(this.#page(number), this.#at(number)) & (slots.length - 1)
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = number
    }
    this.#slots = slots
  }
}
