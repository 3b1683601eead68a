/**
 * What an event that is published again on purpose has in the envelope's `resources`, as its only element: patterns
 * match arrays element by element, so beside another element it would not be seen. Events have none otherwise.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns-arrays.html
 */
export const REPLAY_MARK = 'serverless-outbox:replay'
