/** A function that nothing invokes, with the given role. */
export function functionOf(role: unknown): unknown {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Role: role,
      Code: { S3Bucket: 'cdk-assets', S3Key: 'code.zip' },
    },
  }
}

/** The trust policy of a role that a service may assume. */
export function trust(service: string): unknown {
  return { Statement: { Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' } }
}

/** The code that `functionOf` names. */
export const CODE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  code: { 'index.mjs': 'export const handler = async (event) => event' },
}
