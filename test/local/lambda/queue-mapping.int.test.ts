import { afterEach } from 'vitest'
import { type QueueFixture, startQueueFixture } from './queue-fixture.js'
import { queueMapping } from './queue-mapping.features.js'

const fixtures: QueueFixture[] = []

afterEach(async () => {
  await Promise.all(fixtures.splice(0).map((fixture) => fixture.end()))
})

queueMapping(async (options) => {
  const fixture = await startQueueFixture(options)
  fixtures.push(fixture)
  return fixture
})
