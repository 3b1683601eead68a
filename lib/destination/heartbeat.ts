/** The event that proves that the bus takes events from us. No consumer needs a rule for it. */
export const HEARTBEAT = { source: 'serverless-outbox', detailType: 'Outbox Heartbeat' } as const
