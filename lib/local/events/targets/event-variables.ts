import { isoSeconds } from '../accept-event.js'
import type { AcceptedEvent } from '../accepted-event.js'
import type { JsonNode } from '../json/json-node.js'
import { scanJson } from '../json/scan-json.js'
import type { SendingRule } from './target.js'

type Variable = (event: AcceptedEvent, rule: SendingRule) => JsonNode

/**
 * The variables that need no path.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-transform-target-input.html#eb-transform-input-predefined
 */
export const EVENT_VARIABLES: ReadonlyMap<string, Variable> = new Map<string, Variable>([
  ['aws.events.rule-arn', (_, rule) => text(rule.arn)],
  ['aws.events.rule-name', (_, rule) => text(rule.name)],
  ['aws.events.event.ingestion-time', (event) => text(isoSeconds(event.ingestedAt))],
  ['aws.events.event.json', (event) => event.root],
  ['aws.events.event', withoutDetail],
])

/** "The original event payload as JSON (without the detail field)"; AWS was seen to spell it with `detailType`. */
function withoutDetail({ envelope }: AcceptedEvent): JsonNode {
  return scanJson(
    JSON.stringify({
      id: envelope['id'],
      account: envelope['account'],
      detailType: envelope['detail-type'],
      time: envelope['time'],
      source: envelope['source'],
      region: envelope['region'],
      resources: envelope['resources'],
      version: envelope['version'],
    }),
  )
}

function text(value: string): JsonNode {
  return { kind: 'string', text: JSON.stringify(value), value }
}
