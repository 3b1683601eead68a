/** What a command talks to. */
export interface Console {
  /** One line for the result. */
  readonly out: (line: string) => void
  /** One line about an error, or about what is under way. */
  readonly error: (line: string) => void
  /** Whether nobody takes the result any more: what only prints may end. Absent: somebody always does. */
  readonly isClosed?: () => boolean
  /** Asks whoever sits at the terminal; an empty answer when they end it. Absent: nobody sits there. */
  readonly ask?: (question: string) => Promise<string>
}
