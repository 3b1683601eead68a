import { createRequire } from 'node:module'
import { LocalCloudError } from '../local-cloud-error.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'
import { startDynoxide } from './dynoxide-engine.js'
import { connectToEndpoint } from './endpoint-engine.js'

/**
 * The DynamoDB at `endpoint` when one is given, else dynoxide from its npm package.
 * @throws LocalCloudError with the ways out, when there is neither
 */
export async function startDynamoDbEngine(
  endpoint: string | undefined,
  accessKeyId: string,
): Promise<DynamoDbEngine> {
  if (endpoint !== undefined && endpoint !== '') return connectToEndpoint(endpoint, accessKeyId)
  const binary = dynoxideBinary()
  if (binary !== undefined) return startDynoxide(binary, accessKeyId)
  throw new LocalCloudError(
    `There is no DynamoDB engine for ${process.platform}-${process.arch}. On Linux x64: npm install @dynoxide/linux-x64. Anywhere: docker run -p 8000:8000 amazon/dynamodb-local, then set DYNAMODB_ENDPOINT=http://127.0.0.1:8000.`,
  )
}

function dynoxideBinary(): string | undefined {
  const packageName = `@dynoxide/${process.platform}-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(`${packageName}/dynoxide`)
  } catch {
    return undefined
  }
}
