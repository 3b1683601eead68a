interface Text {
  readonly S?: string
}

/** The event whose row a statement of BatchExecuteStatement marks PUBLISHED; undefined when it does something else. */
export function markedId({ Parameters: parameters }: Readonly<Record<string, unknown>>): string | undefined {
  const values: readonly (Text | undefined)[] = Array.isArray(parameters) ? parameters : []
  // What is set comes first (status, when, TTL), then the row's key.
  const [status, , , , sortKey] = values
  return status?.S === 'PUBLISHED' ? sortKey?.S : undefined
}
