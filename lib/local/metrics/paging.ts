import { AwsError } from '../aws-error.js'

/** Opaque to clients: how much they have. */
export function pageToken(position: number): string {
  return Buffer.from(`from ${position}`).toString('base64url')
}

/** @throws AwsError InvalidNextToken */
export function pageStart(token: unknown): number {
  if (token === undefined || token === null) return 0
  const text = Buffer.from(String(token), 'base64url').toString('utf8')
  const [, position] = /^from (\d+)$/.exec(text) ?? []
  if (position === undefined) throw new AwsError('InvalidNextToken', 'The next token specified is invalid.')
  return Number(position)
}
