import { type ApiCall, ConnectionReset, type Interceptor, type LocalCloud } from 'serverless-outbox/local'
import { entriesOf } from '../faults/entries-of.js'
import { callLabels } from './call-labels.js'
import type { CrashPoint } from './crash-point.js'

/** Counts the calls of the functions through a scenario, and ends one of them where it is told to. */
export class Crasher {
  readonly #cloud: LocalCloud
  readonly #counts = new Map<string, number>()
  /** By environment, the entries that its present invocation sent and that may have been accepted. */
  readonly #sent = new Map<string | undefined, { readonly functionId: string; readonly entries: number }>()
  #point: CrashPoint | undefined
  #bound = 0

  constructor(cloud: LocalCloud) {
    this.#cloud = cloud
    cloud.listen({
      onInvocation: (change) => {
        if (change.kind === 'begin') this.#sent.delete(change.environmentId)
      },
    })
    cloud.intercept(this.#interceptor)
  }

  /** Counts from 0 again. Gives what tells how it went. */
  begin(point?: CrashPoint): {
    readonly hasStruck: () => boolean
    /** How many events may come twice by this: those which the process had sent, for it may not have marked them. */
    readonly bound: () => number
  } {
    this.#counts.clear()
    this.#point = point
    this.#bound = 0
    return { hasStruck: () => this.#point === undefined, bound: () => this.#bound }
  }

  /** A point before and one after each call since the last begin. */
  allPoints(): readonly CrashPoint[] {
    return [...this.#counts].flatMap(([key, count]) => {
      const [functionId = '', label = ''] = key.split(' / ')
      return Array.from({ length: count }, (_, index) =>
        (['before', 'after'] as const).map((when) => ({ functionId, label, nth: index + 1, when })),
      ).flat()
    })
  }

  /** Of each kind of call the first one. A call that only reads leaves the world as it was: before is as after. */
  representativePoints(): readonly CrashPoint[] {
    return this.allPoints().filter(
      ({ nth, when, label }) =>
        nth === 1 && (when === 'before' || !/^(?:BatchGet|Get|Query|Scan|Describe)/.test(label)),
    )
  }

  readonly #interceptor: Interceptor = async (call, next) => {
    if (call.caller.kind !== 'function') return next()
    const point = this.#strikes(call)
    if (point === undefined) {
      this.#note(call)
      return next()
    }
    this.#point = undefined
    if (point.when === 'after') {
      this.#note(call)
      await next()
    }
    for (const { functionId, entries } of this.#sent.values())
      if (functionId === point.functionId) this.#bound += entries
    await this.#cloud.kill(point.functionId)
    throw new ConnectionReset()
  }

  #note(call: ApiCall): void {
    const { environmentId, name: functionId } = call.caller
    const before = this.#sent.get(environmentId)?.entries ?? 0
    this.#sent.set(environmentId, { functionId, entries: before + entriesOf(call).length })
  }

  /** Counts the call for each thing that it is for. */
  #strikes(call: ApiCall): CrashPoint | undefined {
    const point = this.#point
    let isThere = false
    for (const label of callLabels(call)) {
      const key = `${call.caller.name} / ${label}`
      const count = (this.#counts.get(key) ?? 0) + 1
      this.#counts.set(key, count)
      isThere ||= point !== undefined && key === `${point.functionId} / ${point.label}` && count === point.nth
    }
    return isThere ? point : undefined
  }
}
