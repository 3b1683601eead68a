/** All that a service imports which writes events and consumes none. */
export { defineEvent, Outbox } from '../../lib/index.js'
