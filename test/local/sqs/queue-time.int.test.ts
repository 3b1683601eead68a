import { queueTime } from './queue-time.features.js'
import { startQueueWorld } from './queue-world.js'

queueTime(startQueueWorld)
