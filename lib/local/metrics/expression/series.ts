/** Values by the time at which their period begins, in milliseconds since the epoch. */
export interface Series {
  readonly label: string
  /** Seconds. */
  readonly period: number
  readonly values: ReadonlyMap<number, number>
}

/** What an expression, or a part of one, comes to. */
export type Value = number | Series | readonly Series[]

export function isList(value: Value): value is readonly Series[] {
  return Array.isArray(value)
}
