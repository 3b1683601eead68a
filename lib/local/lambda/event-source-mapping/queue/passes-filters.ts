import type { Message } from '@aws-sdk/client-sqs'
import { isRecord } from '../../../record.js'
import type { MappingSettings } from '../mapping-settings.js'
import { sqsRecord } from './sqs-record.js'

/**
 * Whether one of the filters matches. A pattern sees a body that is a JSON object as that object, any other as text.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs-filtering.html
 */
export function passesFilters(
  message: Message,
  { filters, eventSourceArn }: Pick<MappingSettings, 'filters' | 'eventSourceArn'>,
): boolean {
  if (filters.length === 0) return true
  const record = sqsRecord(message, eventSourceArn)
  const filterable = { ...record, body: objectOrText(record.body) }
  return filters.some((filter) => filter.matches(filterable))
}

function objectOrText(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) || Array.isArray(value) ? value : body
  } catch {
    return body
  }
}
