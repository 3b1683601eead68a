const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes for people: `812 bytes`, `3.4 MB`. */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`
}
