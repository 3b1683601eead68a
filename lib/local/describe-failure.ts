/** What kind of error it is and where it was thrown: its message may quote a payload. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `${typeof error} thrown`
  const [, place] = /\n\s+at (.+)/.exec(error.stack ?? '') ?? []
  return place === undefined ? error.name : `${error.name} at ${place}`
}
