/** The texts of a member of a policy's statement: one, a list, or none. */
export function policyTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String)
  return value === undefined ? [] : [String(value)]
}
