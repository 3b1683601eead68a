/** Services quote the value that they refuse, which is the payload, and say at the end where it stood. */
const QUOTED_VALUE = /Value '.*' at '/gs

/** A service's message without what it quotes of the request: it goes into rows, notices and logs. */
export function withoutQuotedValue(message: string): string {
  return message.replace(QUOTED_VALUE, "A value at '")
}
