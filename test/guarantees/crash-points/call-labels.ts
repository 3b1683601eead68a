import type { ApiCall } from 'serverless-outbox/local'

/**
 * What a call is for, as far as its request tells. One call may be for several things: it marks rows, hands over others,
 * and buries a third.
 */
export function callLabels({ operation, input }: Pick<ApiCall, 'operation' | 'input'>): readonly string[] {
  const purposes = purposesOf[operation]?.(input) ?? []
  return purposes.length === 0
    ? [operation]
    : [...new Set(purposes)].map((purpose) => `${operation} ${purpose}`)
}

type Input = Readonly<Record<string, unknown>>

const purposesOf: Readonly<Record<string, (input: Input) => readonly string[]>> = {
  PutEvents: ({ Entries }) =>
    (Entries as readonly { readonly Source: string }[]).map(({ Source }) =>
      Source === 'guarantees' ? 'events' : 'heartbeat',
    ),
  BatchExecuteStatement: ({ Statements }) =>
    (Statements as readonly { readonly Statement: string }[]).map(({ Statement }) =>
      attributesIn(/ SET (.*?)(?: REMOVE | WHERE )/.exec(Statement)?.[1]),
    ),
  UpdateItem: ({ UpdateExpression }) => [
    attributesIn(/^SET (.*?)(?: REMOVE |$)/.exec(String(UpdateExpression))?.[1]),
  ],
  Query: ({ ExpressionAttributeValues: values }) => {
    const { S = '' } = (values as Readonly<Record<string, { readonly S?: string }>>)[':shard'] ?? {}
    return [S.slice(0, 1)]
  },
}

function attributesIn(assignments = ''): string {
  return (assignments.match(/[\w#]+(?="?\s*=)/g) ?? []).join(' ')
}
