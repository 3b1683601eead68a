/** What differs from run to run, by a name of the same meaning; columns are two spaces apart then. */
export function masked(text: string, names: Readonly<Record<string, string>> = {}): string {
  let known = text
  for (const [value, name] of Object.entries(names)) known = known.replaceAll(value, name)
  return known
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
    .replace(/\b(23 h 59 min|1 d 0 h)\b/g, '<day>')
    .replace(/\b\d+ (s|min)\b/g, '<age>')
    .replace(/ {2,}/g, '  ')
}
