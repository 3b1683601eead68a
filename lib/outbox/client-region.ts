import type { DynamoDBClientResolvedConfig } from '@aws-sdk/client-dynamodb'
import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb'
import { getEndpointFromInstructions } from '@smithy/core/endpoints'

const REGION_LABEL = /^[a-z]{2}(?:-[a-z]+)+-\d+$/
const AWS_HOST = /\.(?:amazonaws\.com(?:\.cn)?|api\.aws|amazonwebservices\.com\.cn)$/

/**
 * The Region in which a client's writes arrive: that of the endpoint it resolves, never of the environment. A row
 * names it, and only that Region's relay and sweeper handle the row: with another Region's name it would strand.
 * An endpoint outside AWS (a local engine) names none; then the client's own Region counts.
 */
export async function clientRegion(config: DynamoDBClientResolvedConfig): Promise<string> {
  const endpoint = await getEndpointFromInstructions({}, BatchGetItemCommand, { ...config })
  const { hostname } = endpoint.url
  const label = AWS_HOST.test(hostname)
    ? hostname.split('.').find((part) => REGION_LABEL.test(part))
    : undefined
  return label ?? (await config.region())
}
