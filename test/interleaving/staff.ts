import type { Calls } from './calls.js'
import { chance } from './chance.js'
import type { Environment } from './environment.js'
import type { Ledger } from './ledger.js'
import { type Role, Worker } from './worker.js'

/** So many workers are slow. */
const SLOW = 0.15

interface Post {
  readonly environment: Environment
  /** Tells the platform that there will be no answer. */
  readonly failed: () => void
}

/** Everybody who works, and how a process ends. */
export class Staff {
  readonly running: Worker[] = []
  readonly #posts = new Map<Worker, Post>()
  readonly #ledger: Ledger
  readonly #calls: Calls
  readonly #now: () => number
  #hired = 0

  constructor(ledger: Ledger, calls: Calls, now: () => number) {
    this.#ledger = ledger
    this.#calls = calls
    this.#now = now
  }

  hire(role: Role, timeout: number): Worker {
    this.#hired += 1
    return new Worker(role, this.#hired, this.#now() + timeout, chance.next() < SLOW)
  }

  begin(worker: Worker, environment: Environment, failed: () => void): void {
    environment.worker = worker
    this.running.push(worker)
    this.#posts.set(worker, { environment, failed })
  }

  /** True when the platform still waits for the answer. */
  end(worker: Worker): boolean {
    worker.state = 'done'
    this.#ledger.ended(worker)
    this.#leave(worker)
    const isHeard = !worker.isOver
    worker.isOver = true
    return isHeard
  }

  /** The process is gone in the midst of what it did. */
  kill(worker: Worker): void {
    if (worker.state !== 'running') return
    worker.state = 'dead'
    this.#ledger.count(`killed ${worker.role}`)
    this.#ledger.died(worker)
    this.#calls.orphan(worker)
    this.abandon(worker)
    this.#leave(worker)
  }

  /** The platform waits no longer, but the process goes on; it is not used again. */
  abandon(worker: Worker): void {
    const post = this.#posts.get(worker)
    if (post !== undefined) post.environment.isRetired = true
    if (worker.isOver) return
    worker.isOver = true
    post?.failed()
  }

  #leave(worker: Worker): void {
    this.running.splice(this.running.indexOf(worker), 1)
    this.#posts.delete(worker)
  }
}
