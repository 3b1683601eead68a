/** Whether a text is meant by a pattern of a policy, in which `*` and `?` are wildcards. */
export function matchesPattern(pattern: string, text: string): boolean {
  const source = pattern
    // What a policy variable becomes is not known here.
    .replaceAll(/\$\{[^}]*\}/g, '*')
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, 's').test(text)
}
