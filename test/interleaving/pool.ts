import { Environment, type Surroundings } from './environment.js'
import type { Process } from './processes.js'
import type { Staff } from './staff.js'
import type { Role, Worker } from './worker.js'

export interface PoolOptions<Input, Answer> {
  readonly role: Role
  /** Milliseconds. */
  readonly timeout: number
  readonly start: (environment: Environment) => Process<Input, Answer>
  /** An invocation that threw. */
  readonly threw: (worker: Worker, error: unknown) => void
  /** Each worker and where it runs. */
  readonly runs: (worker: Worker, environment: Environment) => void
}

/** A function's execution environments: one invocation at a time in each. */
export class Pool<Input, Answer> {
  readonly #options: PoolOptions<Input, Answer>
  readonly #staff: Staff
  readonly #surroundings: Surroundings
  #idle: Process<Input, Answer>[] = []

  constructor(options: PoolOptions<Input, Answer>, staff: Staff, surroundings: Surroundings) {
    this.#options = options
    this.#staff = staff
    this.#surroundings = surroundings
  }

  /** @param over what the platform makes of the answer; without one the invocation failed */
  invoke(
    input: Input,
    {
      isCold,
      over,
    }: { readonly isCold: boolean; readonly over: (answer?: { readonly value: Answer }) => void },
  ): Worker {
    const { role, timeout, threw, runs } = this.#options
    const { now } = this.#surroundings
    const worker = this.#staff.hire(role, timeout)
    const process = (isCold ? undefined : this.#idle.pop()) ?? this.#start(worker)
    const { environment } = process
    this.#staff.begin(worker, environment, () => over())
    runs(worker, environment)
    const finish = (answer?: { readonly value: Answer }): void => {
      if (worker.state !== 'running') return
      if (this.#staff.end(worker)) over(answer)
      if (!environment.isRetired) this.#idle.push(process)
    }
    process.handle(input, { getRemainingTimeInMillis: () => worker.deadline - now() }).then(
      (value) => finish({ value }),
      (error: unknown) => {
        threw(worker, error)
        finish()
      },
    )
    return worker
  }

  #start(worker: Worker): Process<Input, Answer> {
    return this.#options.start(new Environment(worker, this.#surroundings))
  }
}
