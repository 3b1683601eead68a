import { moveTasks } from './move-tasks.features.js'
import { startQueueWorld } from './queue-world.js'

moveTasks(startQueueWorld)
