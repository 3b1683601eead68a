import { Stack, Token } from 'aws-cdk-lib'
import type { EventPattern } from 'aws-cdk-lib/aws-events'
import type { IConstruct } from 'constructs'

// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html
const PATTERN_MAX_CHARACTERS = 2048

/** A pattern with a part that only the deployment knows is not judged. */
export function patternFaults(consumer: IConstruct, source: string, pattern: EventPattern): string[] {
  if (Token.isUnresolved(source)) return []
  const { length } = JSON.stringify(Stack.of(consumer).resolve(pattern))
  return length <= PATTERN_MAX_CHARACTERS
    ? []
    : [
        `Expected the event pattern to have at most ${PATTERN_MAX_CHARACTERS} characters, got ${length}. Name fewer \`events\`, shorten \`filter\`, or make two consumers.`,
      ]
}
