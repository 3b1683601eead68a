/**
 * Makes `Date` tell the local cloud's time in this thread.
 * @param offset one number: the milliseconds by which it is ahead of the real time, written by the main thread
 */
export function installVirtualDate(offset: Float64Array): void {
  const RealDate = Date
  const now = (): number => Math.floor(RealDate.now() + (offset[0] ?? 0))
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    // Called without `new` it is text.
    apply: () => new RealDate(now()).toString(),
    get: (target, property) => (property === 'now' ? now : Reflect.get(target, property)),
  })
}
