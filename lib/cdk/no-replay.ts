import { type EventPattern, Match } from 'aws-cdk-lib/aws-events'
import { REPLAY_MARK } from '../event/replay-mark.js'

/**
 * EventBridge's own replays carry `replay-name`, those of the outbox a mark in `resources`. An array matches as soon as
 * ONE of its elements does, and an empty one is, to a pattern, a field that is not there. So `anything-but` alone would
 * drop every normal event, whose `resources` are empty; with `exists: false` beside it, it lets through what has no
 * resources or has one that is no mark, and keeps out what has the mark alone. "Has no mark among others" cannot be said
 * in a pattern, which is why a replay has no other resource.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns-arrays.html
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
export function noReplay(): EventPattern {
  return {
    resources: Match.anyOf(Match.doesNotExist(), Match.anythingBut(REPLAY_MARK)),
    // The CDK's type has no such field; its patterns do.
    ...{ 'replay-name': Match.doesNotExist() },
  }
}
