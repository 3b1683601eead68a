import type { Worker } from './worker.js'

export interface Circumstances {
  readonly worker: Worker
  /** Which entries of the call fail: bit by bit. */
  readonly bits: number
  /** The caller gets the answer. */
  readonly isAnswered: boolean
  /** The caller died before the call was carried out. */
  readonly isOrphan: boolean
}

/** A call to the world outside a worker. */
export interface CallSpec<T> {
  readonly name: string
  /** What it is about, for people. */
  readonly about?: string
  /** Carries it out; an error is the answer. */
  readonly effect: (circumstances: Circumstances) => Promise<T> | T
  /** What the caller gets when the call fails as a whole. Without it the call cannot fail. */
  readonly failure?: (bits: number) => Error
  /** Of a sleep: when it ends. Milliseconds since the epoch. */
  readonly wakesAt?: number
  /** The caller's process ends by it. */
  readonly isLethal?: () => boolean
}

/**
 * `refused`: fails without effect. `lost`: takes effect, fails for the caller. `late`: fails for the caller, and takes
 * effect some time later, or never.
 */
export type Fault = 'none' | 'refused' | 'lost' | 'late'

export interface PendingCall {
  readonly worker: Worker
  readonly name: string
  /** Worker, name and what it is about, for people. */
  readonly text: string
  readonly since: number
  readonly wakesAt?: number
  readonly canFail: boolean
  /** It does something, it does not only ask. */
  readonly changes: boolean
  readonly isLethal: () => boolean
  readonly release: (fault: Fault, bits: number) => Promise<void>
  readonly carryOut: (circumstances: Omit<Circumstances, 'worker'>) => Promise<void>
}

const READING: ReadonlySet<string> = new Set([
  'BatchGetItem',
  'DescribeEventBus',
  'GetEventSourceMapping',
  'Query',
  'Scan',
])

/** Calls that wait to be released, in the order in which they were made. Nothing in a worker goes on without it. */
export class Calls {
  readonly pending: PendingCall[] = []
  /** Calls without a caller who waits for them: they may still arrive. */
  readonly underWay: { readonly call: PendingCall; readonly isOrphan: boolean }[] = []
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  suspend<T>(worker: Worker, spec: CallSpec<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const release = async (fault: Fault, bits: number): Promise<void> => {
        this.#remove(call)
        if (fault === 'none' || spec.failure === undefined) {
          try {
            resolve(await spec.effect({ worker, bits, isAnswered: true, isOrphan: false }))
          } catch (error) {
            reject(error)
          }
          return
        }
        if (fault === 'lost') await carryOut({ bits, isAnswered: false, isOrphan: false })
        if (fault === 'late') this.underWay.push({ call, isOrphan: false })
        reject(spec.failure(bits))
      }
      const carryOut = async (circumstances: Omit<Circumstances, 'worker'>): Promise<void> => {
        try {
          await spec.effect({ ...circumstances, worker })
        } catch {
          // An answer that nobody gets.
        }
      }
      const call: PendingCall = {
        worker,
        name: spec.name,
        text: `${worker.name}: ${spec.name}${spec.about === undefined ? '' : ` (${spec.about})`}`,
        since: this.#now(),
        wakesAt: spec.wakesAt,
        canFail: spec.failure !== undefined,
        changes: !READING.has(spec.name),
        isLethal: spec.isLethal ?? (() => false),
        release,
        carryOut,
      }
      this.pending.push(call)
    })
  }

  /** The worker is gone: what it has called may arrive, but nobody hears the answer. */
  orphan(worker: Worker): void {
    for (const call of this.pending.filter((candidate) => candidate.worker === worker)) {
      this.#remove(call)
      if (call.wakesAt === undefined) this.underWay.push({ call, isOrphan: true })
    }
  }

  drop(call: PendingCall): void {
    this.#remove(call)
  }

  #remove(call: PendingCall): void {
    this.pending.splice(this.pending.indexOf(call), 1)
  }
}
