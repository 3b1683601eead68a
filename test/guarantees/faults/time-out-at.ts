import { type ApiCall, ConnectionReset, type LocalCloud } from 'serverless-outbox/local'

/** Who makes such a call next gets no answer until Lambda's time-out ends it: time jumps two minutes at once. */
export function timeOutAt(
  cloud: LocalCloud,
  at: (call: ApiCall) => boolean,
  when: 'before' | 'after',
): { readonly struck: Promise<void> } {
  let strike: () => void = () => undefined
  const struck = new Promise<void>((resolve) => {
    strike = resolve
  })
  let over: string | undefined
  cloud.intercept(async (call, next, signal) => {
    const { environmentId } = call.caller
    // The jump lets its own time-outs fire, too: what it still calls until its end comes from nobody.
    if (environmentId !== undefined && environmentId === over) throw new ConnectionReset()
    if (environmentId === undefined || over !== undefined || !at(call)) return next()
    over = environmentId
    if (when === 'after') await next()
    const hungUp = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    await call.idle(async () => {
      cloud.clock.jump('2m')
      strike()
      await hungUp
    })
    throw new ConnectionReset()
  })
  return { struck }
}
