import { Worker } from 'node:worker_threads'
import { LocalCloudError } from '../local-cloud-error.js'
import type { Activity } from '../time/activity.js'
import { workerEntry } from '../worker-entry.js'
import type {
  FauxqsRequest,
  FauxqsResponse,
  FauxqsResults,
  FauxqsSettings,
  FauxqsTask,
} from './worker-message.js'

export interface FauxqsConnectionOptions {
  readonly settings: FauxqsSettings
  readonly activity: Activity
  /** Told of every answer, before whoever asked. */
  readonly onResponse: (response: FauxqsResponse) => void
}

interface Pending {
  readonly resolve: (response: FauxqsResponse) => void
  readonly reject: (error: Error) => void
}

/** Sends tasks to the emulator's worker. Each counts as work until it is answered. */
export class FauxqsConnection {
  readonly #worker: Worker
  readonly #options: FauxqsConnectionOptions
  readonly #pending = new Map<number, Pending>()
  readonly #ready: Promise<void>
  #lastId = 0
  #ended: Error | undefined

  private constructor(worker: Worker, options: FauxqsConnectionOptions) {
    this.#worker = worker
    this.#options = options
    this.#ready = new Promise((resolve, reject) => {
      worker.on('message', (response: FauxqsResponse) => {
        if (response.id === undefined) resolve()
        else this.#receive(response, response.id)
      })
      worker.on('error', (error) => this.#end(error.message, reject))
      worker.once('exit', () => this.#end('it ended', reject))
    })
  }

  /** @throws LocalCloudError when the worker does not start */
  static async open(options: FauxqsConnectionOptions): Promise<FauxqsConnection> {
    const entry = await workerEntry(new URL('./worker/fauxqs-worker.js', import.meta.url))
    const worker = new Worker('file' in entry ? entry.file : entry.code, {
      eval: 'code' in entry,
      workerData: options.settings,
      // Nothing of the environment is the emulator's business.
      env: {},
      argv: [],
      execArgv: [],
    })
    const connection = new FauxqsConnection(worker, options)
    await connection.#ready
    return connection
  }

  /** @throws LocalCloudError when the worker fails or has ended */
  async send<Task extends FauxqsTask>(task: Task): Promise<FauxqsResults[Task['kind']]> {
    const { result, fault } = await this.#options.activity.run(`the emulator's ${task.kind}`, () =>
      this.#ask(task),
    )
    if (fault !== undefined) throw new LocalCloudError(`The emulator of SQS and S3 failed: ${fault}`)
    return result as FauxqsResults[Task['kind']]
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(task: FauxqsTask): Promise<FauxqsResponse> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(this.#ended)
        return
      }
      this.#lastId += 1
      this.#pending.set(this.#lastId, { resolve, reject })
      const request: FauxqsRequest = { id: this.#lastId, task }
      this.#worker.postMessage(request)
    })
  }

  #receive(response: FauxqsResponse, id: number): void {
    this.#options.onResponse(response)
    this.#pending.get(id)?.resolve(response)
    this.#pending.delete(id)
  }

  #end(reason: string, failStart: (error: Error) => void): void {
    this.#ended ??= new LocalCloudError(`The emulator of SQS and S3 is not there: ${reason}.`)
    failStart(this.#ended)
    for (const { reject } of this.#pending.values()) reject(this.#ended)
    this.#pending.clear()
  }
}
