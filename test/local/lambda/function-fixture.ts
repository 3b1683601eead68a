import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { functionConfiguration } from '../../../lib/local/lambda/function/function-configuration.js'
import { LambdaFunction } from '../../../lib/local/lambda/function/lambda-function.js'
import { Activity } from '../../../lib/local/time/activity.js'
import { HeldCalls } from '../../../lib/local/time/held-calls.js'
import { VirtualClock } from '../../../lib/local/time/virtual-clock.js'

export interface FunctionFixture {
  readonly lambda: LambdaFunction
  readonly clock: VirtualClock
  readonly activity: Activity
  readonly folder: string
  readonly logLines: string[]
  /** Resolves with the first log line that contains the text, past or future. */
  readonly logLine: (containing: string) => Promise<string>
  readonly invoke: (event: unknown) => Promise<unknown>
  readonly end: () => Promise<void>
}

export interface FixtureOptions {
  /** File name to content, in the function's code folder. */
  readonly files: Readonly<Record<string, string>>
  /** Over those of a plain Node.js function whose handler is `index.handler`. */
  readonly properties?: Readonly<Record<string, unknown>>
  readonly maximumEnvironments?: number
}

/** A function from source text, in a folder of its own. */
export async function createFunction(options: FixtureOptions): Promise<FunctionFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'function-'))
  for (const [name, content] of Object.entries(options.files)) await writeFile(join(folder, name), content)
  const logLines: string[] = []
  const watchers = new Set<() => void>()
  const configuration = functionConfiguration(
    { Runtime: 'nodejs24.x', Handler: 'index.handler', Timeout: 30, MemorySize: 256, ...options.properties },
    {
      functionName: 'subject',
      functionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:subject',
      logicalId: 'Subject',
      taskRoot: folder,
    },
  )
  const activity = new Activity()
  const clock = new VirtualClock(activity)
  const lambda = new LambdaFunction(configuration, {
    clock,
    activity,
    heldCalls: new HeldCalls(),
    maximumEnvironments: options.maximumEnvironments ?? 4,
    access: {
      region: 'eu-west-1',
      endpoint: 'http://127.0.0.1:1',
      credentialsOf: () => ({ accessKeyId: 'AKIASUBJECT', secretAccessKey: 'not-a-secret' }),
    },
    spies: {
      recordInvocation: () => {},
      recordLogLine: (_name, line) => {
        logLines.push(line)
        for (const watcher of [...watchers]) watcher()
      },
    },
  })
  return {
    lambda,
    clock,
    activity,
    folder,
    logLines,
    logLine: (containing) =>
      new Promise((resolve) => {
        const watch = (): void => {
          const line = logLines.find((each) => each.includes(containing))
          if (line === undefined) return
          watchers.delete(watch)
          resolve(line)
        }
        watchers.add(watch)
        watch()
      }),
    invoke: async (event) => {
      const { outcome } = await lambda.invoke(JSON.stringify(event))
      if (outcome.kind === 'error') throw new Error(JSON.stringify(outcome.error))
      return JSON.parse(outcome.payload)
    },
    end: async () => {
      await lambda.stop()
      clock.stop()
      await rm(folder, { recursive: true })
    },
  }
}
