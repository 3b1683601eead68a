/** Which state leads to which without a fault. */
export class EdgeList {
  length = 0
  #from: Int32Array = new Int32Array(1 << 16)
  #to: Int32Array = new Int32Array(1 << 16)

  add(from: number, to: number): void {
    if (this.length === this.#from.length) {
      this.#from = doubled(this.#from)
      this.#to = doubled(this.#to)
    }
    this.#from[this.length] = from
    this.#to[this.length] = to
    this.length += 1
  }

  /** States from which none of the settled ones can be reached, the first found first. */
  stuck(states: number, isSettled: (state: number) => boolean): number[] {
    const { starts, others } = this.#grouped(states, this.#to, this.#from)
    const reaches = new Uint8Array(states)
    const queue = new Int32Array(states)
    let end = 0
    for (let state = 0; state < states; state += 1) {
      if (!isSettled(state)) continue
      reaches[state] = 1
      queue[end] = state
      end += 1
    }
    for (let next = 0; next < end; next += 1) {
      const state = queue[next] as number
      for (let edge = starts[state] as number; edge < (starts[state + 1] as number); edge += 1) {
        const from = others[edge] as number
        if (reaches[from] === 1) continue
        reaches[from] = 1
        queue[end] = from
        end += 1
      }
    }
    const stuck: number[] = []
    for (let state = 0; state < states; state += 1) if (reaches[state] === 0) stuck.push(state)
    return stuck
  }

  /** Without a cycle every run without faults ends; with one, only if the moves are taken fairly. */
  hasCycle(states: number): boolean {
    const { starts, others } = this.#grouped(states, this.#from, this.#to)
    const incoming = new Int32Array(states)
    for (let edge = 0; edge < this.length; edge += 1) {
      const to = this.#to[edge] as number
      incoming[to] = (incoming[to] as number) + 1
    }
    const queue = new Int32Array(states)
    let end = 0
    for (let state = 0; state < states; state += 1)
      if (incoming[state] === 0) {
        queue[end] = state
        end += 1
      }
    for (let next = 0; next < end; next += 1) {
      const state = queue[next] as number
      for (let edge = starts[state] as number; edge < (starts[state + 1] as number); edge += 1) {
        const to = others[edge] as number
        incoming[to] = (incoming[to] as number) - 1
        if (incoming[to] !== 0) continue
        queue[end] = to
        end += 1
      }
    }
    return end < states
  }

  /** The other ends of the edges of each state, one state after the other. */
  #grouped(states: number, keys: Int32Array, values: Int32Array): { starts: Int32Array; others: Int32Array } {
    const starts = new Int32Array(states + 1)
    for (let edge = 0; edge < this.length; edge += 1) {
      const index = (keys[edge] as number) + 1
      starts[index] = (starts[index] as number) + 1
    }
    for (let state = 0; state < states; state += 1)
      starts[state + 1] = (starts[state + 1] as number) + (starts[state] as number)
    const places = starts.slice()
    const others = new Int32Array(this.length)
    for (let edge = 0; edge < this.length; edge += 1) {
      const key = keys[edge] as number
      const place = places[key] as number
      others[place] = values[edge] as number
      places[key] = place + 1
    }
    return { starts, others }
  }
}

function doubled(array: Int32Array): Int32Array {
  const twice = new Int32Array(array.length * 2)
  twice.set(array)
  return twice
}
