import type { LocalCloud } from '../../../lib/local/index.js'

/** A function resource whose code is the asset with the given hash. */
export function functionResource(asset: string, properties: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Timeout: 20,
      MemorySize: 256,
      Role: 'arn:aws:iam::000000000000:role/worker',
      Code: { S3Bucket: 'cdk-assets', S3Key: `${asset}.zip` },
      ...properties,
    },
  }
}

/** Resolves with the first log line, past or future, that contains the text. */
export function logLineOf(cloud: LocalCloud, containing: string): Promise<string> {
  return new Promise((resolve) => {
    const stop = cloud.listen({ onLogLine: ({ line }) => found(line) })
    const found = (line: string): void => {
      if (!line.includes(containing)) return
      stop()
      resolve(line)
    }
    for (const line of cloud.logLines()) found(line)
  })
}
