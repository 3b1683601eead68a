import type { JsonRecord } from '../record.js'
import type { ResourceProvider } from '../resource-provider.js'
import type { PolicyRegistry } from './policy-registry.js'
import { policyStatements } from './policy-statements.js'

/** What a resource policy is attached to, and its statements. */
type Attachment = (properties: JsonRecord) => {
  readonly resources: readonly string[]
  readonly statements: readonly JsonRecord[]
}

const ATTACHMENTS: Readonly<Record<string, Attachment>> = {
  'AWS::SQS::QueuePolicy': (properties) => ({
    resources: Array.isArray(properties['Queues']) ? properties['Queues'].map(String) : [],
    statements: policyStatements(properties['PolicyDocument']),
  }),
  'AWS::S3::BucketPolicy': (properties) => ({
    resources: [String(properties['Bucket'])],
    statements: policyStatements(properties['PolicyDocument']),
  }),
  'AWS::Lambda::Permission': (properties) => ({
    resources: [String(properties['FunctionName'])],
    statements: [{ Effect: 'Allow', ...properties }],
  }),
}

/** Resource policies: kept with what they are attached to. */
export function resourcePolicyProviders(policies: PolicyRegistry): readonly ResourceProvider[] {
  return Object.entries(ATTACHMENTS).map(([type, attachment]) => ({
    type,
    passive: true,
    provision: async ({ properties, generatedName }) => {
      const { resources, statements } = attachment(properties)
      for (const resource of resources) policies.addToResource(resource, statements)
      return { ref: generatedName, attributes: { Id: generatedName } }
    },
  }))
}
