/** What a check found. */
export interface Finding {
  readonly check: string
  readonly result: 'ok' | 'problem' | 'unknown'
  /** What is so. */
  readonly what: string
  /** What to do: a command, a prop of the construct, or a page. */
  readonly mend?: string
}

/** A finding without the name of its check. */
export type Answer = Omit<Finding, 'check'>
