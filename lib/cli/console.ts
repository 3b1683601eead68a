/** What a command talks to. */
export interface Console {
  /** One line for the result. */
  readonly out: (line: string) => void
  /** One line about an error. */
  readonly error: (line: string) => void
}
