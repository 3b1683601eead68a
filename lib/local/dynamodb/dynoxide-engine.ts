import { type ChildProcess, spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { LocalCloudError } from '../local-cloud-error.js'
import { DynamoDbConnection } from './dynamodb-connection.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'

/** Between finding a free port and the engine's listening on it, somebody else can take it. */
const ATTEMPTS = 5

/**
 * The engine runs under a shell that ends it as soon as our end of a pipe closes. The system closes it when our
 * process ends, however it ends, so no engine outlives it.
 */
const WATCHED = [
  '"$0" --port "$1" & engine=$!',
  '(cat <&3; kill -9 "$engine") >/dev/null 2>&1 & watcher=$!',
  'wait "$engine"; code=$?; kill "$watcher"; exit "$code"',
].join('\n')

/**
 * Starts dynoxide, in memory.
 * @param binary the path of its executable
 */
export async function startDynoxide(binary: string, accessKeyId: string): Promise<DynamoDbEngine> {
  let failure = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = await freePort()
    // Detached: ctrl-C in a terminal reaches every process of our group, and the engine must end last.
    const child = spawn('sh', ['-c', WATCHED, binary, String(port)], {
      detached: true,
      // No key or token of the developer's environment is the engine's business.
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    const started = await hasStarted(child)
    if (started === true) return running(child, port, accessKeyId)
    failure = started
    await end(child)
    if (!failure.includes('already in use')) break
  }
  throw new LocalCloudError(`dynoxide (${binary}) did not start: ${failure}`)
}

function running(child: ChildProcess, port: number, accessKeyId: string): DynamoDbEngine {
  const connection = new DynamoDbConnection(`http://127.0.0.1:${port}`, accessKeyId)
  return {
    forward: (headers, body) => connection.forward(headers, body),
    shared: false,
    stop: async () => {
      connection.close()
      await end(child)
    },
  }
}

/** True once it says that it listens, else what it said instead. */
function hasStarted(child: ChildProcess): Promise<true | string> {
  return new Promise((resolve) => {
    const said: string[] = []
    child.once('error', (error) => resolve(error.message))
    child.once('close', () => resolve(said.join(' ').trim()))
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue
      createInterface({ input: stream }).on('line', (line) => {
        if (said.length < ATTEMPTS) said.push(line)
        if (line.includes('listening on')) resolve(true)
      })
    }
  })
}

/** Ends the whole process group: the shell, the engine and its watcher. */
async function end(child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself just now.
  }
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
