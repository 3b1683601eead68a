import type { JsonRecord } from '../record.js'

/** `000000000000`, or the ARN of an account, user or role. */
const AWS_PRINCIPAL = /^(\d{12}|arn:.+)$/

/**
 * The statement that Lambda adds to a function's policy for an `AWS::Lambda::Permission`: each of its properties but
 * the first three becomes a condition.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-permission.html
 */
export function permissionStatement(properties: JsonRecord, functionArn: string): JsonRecord {
  const condition: Record<string, Record<string, unknown>> = {}
  const require = (operator: string, key: string, value: unknown): void => {
    if (value === undefined) return
    condition[operator] = { ...condition[operator], [key]: String(value) }
  }
  require('ArnLike', 'aws:SourceArn', properties['SourceArn'])
  require('StringEquals', 'aws:SourceAccount', properties['SourceAccount'])
  require('StringEquals', 'aws:PrincipalOrgID', properties['PrincipalOrgID'])
  require('StringEquals', 'lambda:EventSourceToken', properties['EventSourceToken'])
  require('StringEquals', 'lambda:FunctionUrlAuthType', properties['FunctionUrlAuthType'])
  require('Bool', 'lambda:InvokedViaFunctionUrl', properties['InvokedViaFunctionUrl'])
  return {
    Effect: 'Allow',
    Principal: principal(String(properties['Principal'])),
    Action: properties['Action'],
    Resource: functionArn,
    ...(Object.keys(condition).length === 0 ? {} : { Condition: condition }),
  }
}

function principal(value: string): unknown {
  if (value === '*') return '*'
  return AWS_PRINCIPAL.test(value) ? { AWS: value } : { Service: value }
}
