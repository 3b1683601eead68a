import type { JsonRecord } from '../../record.js'

/** `EventPattern` as text: CloudFormation takes it as an object or as text. */
export function patternProperty(properties: JsonRecord): unknown {
  const pattern = properties['EventPattern']
  return typeof pattern === 'object' && pattern !== null ? JSON.stringify(pattern) : pattern
}
