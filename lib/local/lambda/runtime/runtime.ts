import { parentPort, workerData } from 'node:worker_threads'
import { WorkerTime } from '../../time/worker/worker-time.js'
import { ANSWER_HOST, redirectAnswers } from './custom-resource-answer.js'
import { errorReport } from './error-report.js'
import { invocationContext } from './invocation-context.js'
import { type Handler, loadHandler } from './load-handler.js'
import type { InvokeMessage, RuntimeMessage, RuntimeSettings, ServiceMessage } from './runtime-message.js'

/**
 * The entry of an execution environment's worker: Lambda's runtime. It imports nothing but Node's own modules and
 * its neighbours, so that a function finds no package here that it would not find on Lambda.
 */
const port = parentPort
if (port === null) throw new Error('runtime.ts is the entry of a worker')
const settings: RuntimeSettings = workerData
const time = new WorkerTime(settings.clockOffset, settings.heldCalls)

// Bound now: whatever the function replaces later, its outcome still arrives.
const post = (message: RuntimeMessage): void => port.postMessage(message)

captureOutput(process.stdout)
captureOutput(process.stderr)
endLikeAProcess()

const loaded = loadHandler(settings.taskRoot, settings.handler)
port.on('message', (message: ServiceMessage) => {
  if (message.kind === 'jumped') time.jumped()
  else if (message.kind === 'probe') void answerProbe(message.id)
  else void loaded.then((handler) => run(handler, message))
})
let isLoaded = false
loaded.then(
  () => {
    isLoaded = true
    post({ kind: 'ready' })
  },
  (error: unknown) => post({ kind: 'init-error', error: errorReport(error) }),
)

/** Node's loader works in places that cannot be seen from here: it is believed to wait only after a while. */
const LOOKS_WHILE_LOADING = 50

async function answerProbe(id: number): Promise<void> {
  const due = await time.idle(() => (isLoaded ? 1 : LOOKS_WHILE_LOADING))
  post({ kind: 'idle', id, ...(due !== undefined && { due }) })
}

async function run(handler: Handler, invocation: InvokeMessage): Promise<void> {
  const { requestId } = invocation
  process.env['_X_AMZN_TRACE_ID'] = invocation.traceId
  if (invocation.payload.includes(ANSWER_HOST)) redirectAnswers()
  try {
    const event: unknown = JSON.parse(invocation.payload)
    const result = await handler(event, invocationContext(settings, invocation))
    post({ kind: 'response', requestId, payload: serialise(result) })
  } catch (error) {
    post({ kind: 'error', requestId, error: errorReport(error) })
  }
}

function serialise(result: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(result)
  } catch {
    throw new Error('Unable to stringify response body')
  }
  return text ?? 'null'
}

/** As messages, log lines keep their order relative to the response; the worker's own pipes do not promise it. */
function captureOutput(stream: NodeJS.WriteStream): void {
  const write = (
    chunk: Uint8Array | string,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    callback?: (error?: Error | null) => void,
  ): boolean => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    post({ kind: 'log', text })
    const done = typeof encoding === 'function' ? encoding : callback
    if (done !== undefined) process.nextTick(done)
    return true
  }
  stream.write = write
}

function endLikeAProcess(): void {
  const fatal =
    (type?: string) =>
    (thrown: unknown): never => {
      const error = errorReport(thrown)
      post({ kind: 'fatal', error: type === undefined ? error : { ...error, errorType: type } })
      process.exit(129)
    }
  process.on('uncaughtException', fatal())
  process.on('unhandledRejection', fatal('Runtime.UnhandledPromiseRejection'))
  // A worker shares its process id with the local cloud: a function that kills itself must end itself only.
  const kill = process.kill.bind(process)
  process.kill = (pid, signal) => (pid === process.pid ? process.exit(137) : kill(pid, signal))
}
