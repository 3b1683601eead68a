/** `1 message`, `2 messages`; for words whose plural is an s. */
export function counted(count: number, word: string): string {
  return `${count} ${count === 1 ? word : `${word}s`}`
}
