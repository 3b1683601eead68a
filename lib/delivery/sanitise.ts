const MAX_BYTES = 512

/** An error as a row and a message may keep it: one line, at most 512 bytes of UTF-8. */
export function sanitise(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]+/gu, ' ').trim()
  const bytes = Buffer.from(line)
  if (bytes.byteLength <= MAX_BYTES) return line
  // A cut inside a character leaves replacement characters at the end.
  return bytes
    .subarray(0, MAX_BYTES - 3)
    .toString('utf8')
    .replace(/\ufffd+$/u, '')
}
