/** The product without one of its safeguards. */
export interface Mutant {
  /** What is gone. */
  readonly without: string
  /** From the repository's root. */
  readonly file: string
  /** A text that stands once in the file. */
  readonly text: string
  readonly instead: string
  /** The test file that is to notice. */
  readonly killedBy: string
}
