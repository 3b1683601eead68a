import { AwsError } from '../../aws-error.js'

export interface PooledEnvironment {
  readonly alive: boolean
  readonly terminate: () => Promise<void>
}

/** Warm environments are reused, the last used first; a dead one is replaced. Who comes too many waits in line. */
export class EnvironmentPool<Environment extends PooledEnvironment> {
  readonly #start: () => Promise<Environment>
  readonly #maximum: number
  readonly #idle: Environment[] = []
  readonly #busy = new Set<Environment>()
  readonly #line: (() => void)[] = []
  readonly #outdated = new Set<Environment>()
  readonly #ending = new Set<Promise<void>>()
  #places: number
  #stopped = false

  constructor(start: () => Promise<Environment>, maximum: number) {
    this.#start = start
    this.#maximum = maximum
    this.#places = maximum
  }

  /** @throws AwsError ServiceException when the pool was stopped */
  async use<Result>(task: (environment: Environment) => Promise<Result>): Promise<Result> {
    await this.#enter()
    try {
      this.#assertRunning()
      const environment = this.#warm() ?? (await this.#start())
      this.#busy.add(environment)
      try {
        // It may have been stopped while the environment was on its way.
        this.#assertRunning()
        return await task(environment)
      } finally {
        this.#busy.delete(environment)
        if (this.#stopped || this.#outdated.delete(environment)) await environment.terminate()
        else if (environment.alive) this.#idle.push(environment)
      }
    } finally {
      this.#leave()
    }
  }

  /** Ends environments, busy or idle; later invocations get new ones. */
  async kill(isMeant: (environment: Environment) => boolean): Promise<void> {
    const environments = [...this.#busy, ...this.#idle].filter(isMeant)
    await Promise.all(environments.map((environment) => environment.terminate()))
  }

  /** Environments that exist serve no later invocation: busy ones end after theirs, idle ones now. */
  renew(): void {
    for (const environment of this.#busy) this.#outdated.add(environment)
    for (const environment of this.#idle.splice(0)) {
      const ended = environment.terminate().finally(() => this.#ending.delete(ended))
      this.#ending.add(ended)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const enter of this.#line.splice(0)) enter()
    await this.kill(() => true)
    await Promise.all(this.#ending)
  }

  #warm(): Environment | undefined {
    for (;;) {
      const environment = this.#idle.pop()
      if (environment === undefined || environment.alive) return environment
    }
  }

  async #enter(): Promise<void> {
    if (this.#places > 0) {
      this.#places -= 1
      return
    }
    await new Promise<void>((resolve) => {
      this.#line.push(resolve)
    })
  }

  #leave(): void {
    // The place goes straight to the next in line: nobody overtakes.
    const next = this.#line.shift()
    if (next === undefined) this.#places = Math.min(this.#maximum, this.#places + 1)
    else next()
  }

  #assertRunning(): void {
    if (this.#stopped) throw new AwsError('ServiceException', 'The function was stopped.', 500)
  }
}
