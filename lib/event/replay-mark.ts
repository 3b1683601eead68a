/** Stands among the `resources` of an event that was delivered before and is sent again on purpose. */
export const REPLAY_MARK = 'serverless-outbox:replay'
