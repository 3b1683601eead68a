/** A text from a row as a terminal may get it: somebody may have put control sequences there. One line. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '?')
}
