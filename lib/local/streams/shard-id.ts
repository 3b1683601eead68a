/** In AWS's form: `shardId-`, a time in milliseconds, and eight hexadecimal digits. */
export function shardIdAt(now: number, random: () => number): string {
  const time = String(Math.floor(now)).padStart(20, '0')
  const unique = Math.floor(random() * 2 ** 32)
  return `shardId-${time}-${unique.toString(16).padStart(8, '0')}`
}
