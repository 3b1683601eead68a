import type { Shutdown } from '../shutdown.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'
import { startDynamoDbEngine } from './start-engine.js'

/** Starts the engine at the first use, and ends it in the shutdown if there was one. */
export function lazyEngine(
  endpoint: string | undefined,
  runId: string,
  shutdown: Shutdown,
): () => Promise<DynamoDbEngine> {
  let engine: Promise<DynamoDbEngine> | undefined
  shutdown.add(async () => {
    const started = await engine?.catch(() => undefined)
    await started?.stop()
  })
  return () => {
    engine ??= startDynamoDbEngine(endpoint, `LOCAL${runId}`)
    return engine
  }
}
