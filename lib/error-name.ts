/** What a log may tell of any error that was thrown: its name. What it says may quote the payload. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'UnknownError'
}
