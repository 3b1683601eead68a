import type { FilterProps } from './filter-props.js'

const PARTS = ['metadata', 'context', 'data'] as const

/** What EventBridge would refuse at the deployment, as far as its shape goes. */
export function filterFaults(filter: FilterProps): string[] {
  const parts = PARTS.filter((part) => filter[part] !== undefined)
  if (parts.length === 0)
    return [
      'Expected `filter` to have `metadata`, `context` or `data`, got none. Leave it out, or say what to match.',
    ]
  return [
    ...parts.flatMap((part) => shapeFaults(`filter.${part}`, filter[part])),
    ...(filter.metadata !== undefined && 'context' in filter.metadata
      ? ['Expected `filter.metadata` to have no `context`. Set `filter.context`.']
      : []),
  ]
}

function shapeFaults(path: string, filter: unknown): string[] {
  if (Array.isArray(filter))
    return filter.length > 0 ? [] : [`Expected \`${path}\` to list at least one value, got none`]
  if (typeof filter !== 'object' || filter === null)
    return [
      `Expected \`${path}\` to be a list of what may stand there, got ${typeof filter}. Put it into \`[ ]\`.`,
    ]
  const members = Object.entries(filter)
  if (members.length === 0) return [`Expected \`${path}\` to name at least one member, got none`]
  return members.flatMap(([name, inner]) => shapeFaults(`${path}.${name}`, inner))
}
