import type { JsonRecord } from '../record.js'
import { optionalText } from './query-input.js'
import { validationError } from './validation-error.js'

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ListStackResources.html */
const PAGE_MAXIMUM = 100

export interface TokenPage<Item> {
  readonly items: readonly Item[]
  /** `NextToken`, when there is more. */
  readonly next: JsonRecord
}

/** The part of a list that a request asks for by `NextToken`. @throws AwsError ValidationError */
export function tokenPage<Item>(items: readonly Item[], input: JsonRecord): TokenPage<Item> {
  const start = startOf(optionalText(input, 'NextToken'))
  const end = start + PAGE_MAXIMUM
  const next = end < items.length ? { NextToken: Buffer.from(`item:${end}`).toString('base64') } : {}
  return { items: items.slice(start, end), next }
}

function startOf(token: string | undefined): number {
  if (token === undefined) return 0
  const start = /^item:(\d+)$/.exec(Buffer.from(token, 'base64').toString())?.[1]
  if (start === undefined) throw validationError('The NextToken is not one that this operation gave.')
  return Number(start)
}
