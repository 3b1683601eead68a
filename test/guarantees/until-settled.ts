import type { LocalCloud } from 'serverless-outbox/local'

/**
 * Looks again after each call that a function made, until the condition holds: the table has no bell of its own, but
 * nothing in it changes without a call.
 */
export async function untilSettled(
  cloud: LocalCloud,
  condition: () => Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> {
  let bell: () => void = () => undefined
  const stop = cloud.listen({ onCall: ({ caller }) => caller.kind === 'function' && bell() })
  const deadline = Date.now() + timeoutMs
  try {
    while (true) {
      const rung = new Promise<void>((resolve) => {
        bell = resolve
      })
      if (await condition()) return
      const remaining = deadline - Date.now()
      let timer: NodeJS.Timeout | undefined
      const expired = new Promise<'expired'>((resolve) => {
        timer = setTimeout(() => resolve('expired'), remaining)
      })
      const result = await Promise.race([rung, expired])
      clearTimeout(timer)
      if (result === 'expired' && !(await condition()))
        throw new Error(`The condition did not come true within ${timeoutMs} ms`)
    }
  } finally {
    stop()
  }
}
