/** A place in a scenario at which a process ends. */
export interface CrashPoint {
  /** Logical id. */
  readonly functionId: string
  /** What the call is for. */
  readonly label: string
  /** Which of the scenario's calls of this label, from 1. */
  readonly nth: number
  /** Before the service sees the call, or after it took effect. */
  readonly when: 'before' | 'after'
}
