import type { ApiCall } from 'serverless-outbox/local'

/** The call marks rows as published. */
export function isMark(call: Pick<ApiCall, 'operation' | 'input'>): boolean {
  return sets(call, 'obPublishedAt')
}

/** The call claims rows for a sweep. */
export function isClaim(call: Pick<ApiCall, 'operation' | 'input'>): boolean {
  return sets(call, 'obClaims')
}

function sets({ operation, input }: Pick<ApiCall, 'operation' | 'input'>, attribute: string): boolean {
  if (operation !== 'BatchExecuteStatement') return false
  const statements = input['Statements'] as readonly { readonly Statement: string }[]
  return statements.some(({ Statement }) => Statement.includes(`"${attribute}"=?`))
}
