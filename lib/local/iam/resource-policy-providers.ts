import type { JsonRecord } from '../record.js'
import type { ResourceProvider } from '../resource-provider.js'
import { permissionStatement } from './function-permission.js'
import type { PolicyRegistry } from './policy-registry.js'
import { policyStatements } from './policy-statements.js'
import type { ResourceArns } from './resource-arns.js'

/** What a resource policy is attached to, by ARN, and its statements. */
interface Attachment {
  readonly resources: readonly string[]
  readonly statements: readonly JsonRecord[]
}

const ATTACHMENTS: Readonly<Record<string, (properties: JsonRecord, arns: ResourceArns) => Attachment>> = {
  'AWS::SQS::QueuePolicy': (properties, arns) => ({
    resources: Array.isArray(properties['Queues'])
      ? properties['Queues'].map((queue) => arns.queue(String(queue)))
      : [],
    statements: policyStatements(properties['PolicyDocument']),
  }),
  'AWS::S3::BucketPolicy': (properties, arns) => ({
    resources: [arns.bucket(String(properties['Bucket']))],
    statements: policyStatements(properties['PolicyDocument']),
  }),
  'AWS::Lambda::Permission': (properties, arns) => {
    const functionArn = arns.lambdaFunction(String(properties['FunctionName']))
    return { resources: [functionArn], statements: [permissionStatement(properties, functionArn)] }
  },
}

/** Resource policies that are resources of their own: kept with what they are attached to. */
export function resourcePolicyProviders(
  policies: PolicyRegistry,
  arns: ResourceArns,
): readonly ResourceProvider[] {
  return Object.entries(ATTACHMENTS).map(([type, attachment]) => ({
    type,
    passive: true,
    provision: async ({ properties, generatedName }) => {
      const { resources, statements } = attachment(properties, arns)
      for (const resource of resources) policies.addToResource(resource, statements)
      return { ref: generatedName, attributes: { Id: generatedName } }
    },
  }))
}
