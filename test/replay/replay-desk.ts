import { createConsumer, on } from 'serverless-outbox'
import { thingHappened } from '../guarantees/thing-happened.js'

/** Says what it handled, and whether it came as a replay. */
export const handler = createConsumer({
  events: [
    on(thingHappened, ({ eventId, aggregateId, isReplay }) =>
      console.log(`handled ${JSON.stringify({ eventId, aggregateId, isReplay })}`),
    ),
  ],
})
