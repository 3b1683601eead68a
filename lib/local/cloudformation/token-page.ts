import { pageOf } from '../paging/page-of.js'
import { pageStart } from '../paging/page-token.js'
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
  const start = pageStart(optionalText(input, 'NextToken'))
  if (start === undefined) throw validationError('The NextToken is not one that this operation gave.')
  const { items: shown, next } = pageOf(items, start, PAGE_MAXIMUM)
  return { items: shown, next: next === undefined ? {} : { NextToken: next } }
}
