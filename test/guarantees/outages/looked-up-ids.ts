import type { RecordedCall } from 'serverless-outbox/local'

interface Keys {
  readonly Keys: readonly { readonly sk?: { readonly S?: string } }[]
}

/** The ids of the events whose rows a call of BatchGetItem asks for. */
export function lookedUpIds({ input }: Pick<RecordedCall, 'input'>): string[] {
  const tables = Object.values((input['RequestItems'] ?? {}) as Readonly<Record<string, Keys>>)
  return tables.flatMap(({ Keys: keys }) => keys.flatMap(({ sk }) => sk?.S ?? []))
}
