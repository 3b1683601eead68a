/** What a command's exit tells a script. */
export const EXIT_CODE = {
  done: 0,
  failed: 1,
  /** An unknown command or option, or a malformed value. */
  usage: 2,
} as const

export type ExitCode = (typeof EXIT_CODE)[keyof typeof EXIT_CODE]
