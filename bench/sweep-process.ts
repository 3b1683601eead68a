import type { SweepReport } from './drain.js'

// The bundle as it is deployed, with this process in the place of Lambda.
const { handler } = (await import(new URL('../build/handlers/sweeper/index.mjs', import.meta.url).href)) as {
  readonly handler: (event: unknown, context: object) => Promise<void>
}

/** The function's time-out by default. Milliseconds. */
const TIMEOUT = 55_000
const cpuAtStart = process.cpuUsage()

process.on('message', async () => {
  const begin = performance.now()
  await handler(
    {},
    {
      functionName: 'sweeper',
      awsRequestId: 'bench',
      invokedFunctionArn: 'arn:aws:lambda:eu-west-1:111122223333:function:sweeper',
      memoryLimitInMB: '512',
      getRemainingTimeInMillis: () => begin + TIMEOUT - performance.now(),
    },
  )
  const { user, system } = process.cpuUsage(cpuAtStart)
  const report: SweepReport = {
    milliseconds: performance.now() - begin,
    cpuMilliseconds: (user + system) / 1_000,
    peakMegabytes: process.resourceUsage().maxRSS / 1_024,
  }
  process.send?.(report)
})
