/** The path of data from one within its JSON Schema: `properties`, `lines`, `items` is `data.lines[]`. */
export function dataPath(path: readonly (string | number)[]): string {
  let found = 'data'
  for (let at = 0; at < path.length; at++) {
    const part = path[at]
    if (part === 'properties') found += `.${path[++at]}`
    else if (part === 'items') found += '[]'
    else if (part === 'prefixItems') found += `[${path[++at]}]`
    else if (part === 'additionalProperties') found += '.*'
    else if (part === 'anyOf' || part === 'oneOf' || part === 'allOf') at++
  }
  return found
}
