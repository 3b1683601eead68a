/** The code in a row's error, which is `<code>: <message>`. */
export function errorCodeOf(error: string): string {
  const end = error.indexOf(': ')
  return end < 0 ? error : error.slice(0, end)
}
