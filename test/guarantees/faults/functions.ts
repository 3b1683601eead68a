/** Construct paths of the functions of the stack that `startOutboxCloud` starts. */
export const RELAY = 'Shop/Outbox/Relay'
export const SWEEPER = 'Shop/Outbox/Sweeper'
export const REDRIVE = 'Shop/Outbox/Redrive'
