const START = "Value '"
const END = "' at '"

/**
 * A service's message without what it quotes of the request: it goes into rows, notices and logs. Services quote the
 * value that they refuse, which is the payload, and say after it where it stood.
 */
export function withoutQuotedValue(message: string): string {
  const start = message.indexOf(START)
  if (start < 0) return message
  const end = message.lastIndexOf(END)
  return `${message.slice(0, start)}A value${end > start ? message.slice(end + 1) : ''}`
}
