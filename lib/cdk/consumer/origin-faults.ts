import { Stack, Token } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'
import { sourceFaults } from '../source-faults.js'
import type { ConsumerSettings, GivenConsumerProps } from './consumer-settings.js'

const KINDS = ['account', 'region'] as const

export function originFaults(
  consumer: IConstruct,
  props: GivenConsumerProps,
  { eventBus, source }: ConsumerSettings,
): string[] {
  if (props.outbox !== undefined && (props.eventBus !== undefined || props.source !== undefined))
    return ['Expected `outbox`, or `eventBus` and `source`, got both. Leave one out.']
  if (eventBus === undefined || (props.outbox === undefined && props.source === undefined))
    return ['Expected `outbox`, or `eventBus` and `source`, got neither in full. Say whose events they are.']
  return [...sourceFaults(source), ...KINDS.flatMap((kind) => placeFaults(kind, consumer, eventBus))]
}

/** A rule is made on buses of its own account and Region. */
function placeFaults(
  kind: (typeof KINDS)[number],
  consumer: IConstruct,
  { env }: NonNullable<ConsumerSettings['eventBus']>,
): string[] {
  const here = Stack.of(consumer)[kind]
  const there = env[kind]
  if (Token.isUnresolved(here) || Token.isUnresolved(there) || here === there) return []
  const name = kind === 'region' ? 'Region' : kind
  return [
    `Expected \`eventBus\` to be in ${here}, the ${name} of the consumer, got one in ${there}: a rule belongs where its bus is. Have a rule of that bus forward the events to a bus in ${here}, and name that one.`,
  ]
}
