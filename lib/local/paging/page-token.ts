/** Opaque to clients: how much of a list they have. */
export function pageToken(position: number): string {
  return Buffer.from(`item:${position}`).toString('base64')
}

/** Where the list goes on: at its begin without a token; undefined when no operation gave the token. */
export function pageStart(token: unknown): number | undefined {
  if (token === undefined || token === null) return 0
  if (typeof token !== 'string') return undefined
  const position = /^item:(\d+)$/.exec(Buffer.from(token, 'base64').toString())?.[1]
  return position === undefined ? undefined : Number(position)
}
