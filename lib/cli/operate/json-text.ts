/**
 * One JSON document on one line. What `JSON.stringify` leaves as it is and terminals may obey, DEL and the 8-bit control
 * characters, is escaped: the document says the same.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
