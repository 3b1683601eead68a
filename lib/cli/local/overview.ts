import type { LocalCloud } from '../../local/index.js'

/** What runs, for people and for programs. Resources by construct path, else by logical id. */
export interface Overview {
  readonly endpoint: string
  readonly region: string
  readonly accountId: string
  /** Repeats what was decided by chance. */
  readonly seed: number
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** Name by path. */
  readonly tables: Readonly<Record<string, string>>
  readonly buses: Readonly<Record<string, string>>
  /** URL by path. */
  readonly queues: Readonly<Record<string, string>>
  readonly functions: Readonly<Record<string, string>>
  readonly functionUrls: Readonly<Record<string, string>>
  readonly outputs: LocalCloud['outputs']
}

export function overview(cloud: LocalCloud): Overview {
  const { endpoint, region, accountId, seed, outputs, clientConfig } = cloud
  return {
    endpoint,
    region,
    accountId,
    seed,
    credentials: clientConfig.credentials,
    tables: { ...refs(cloud, 'AWS::DynamoDB::GlobalTable'), ...refs(cloud, 'AWS::DynamoDB::Table') },
    buses: refs(cloud, 'AWS::Events::EventBus'),
    queues: refs(cloud, 'AWS::SQS::Queue'),
    functions: refs(cloud, 'AWS::Lambda::Function'),
    functionUrls: refs(cloud, 'AWS::Lambda::Url', 'FunctionUrl'),
    outputs,
  }
}

/** The overview as lines of text. */
export function overviewLines(shown: Overview): readonly string[] {
  const { endpoint, region, accountId, seed, credentials } = shown
  return [
    `Local cloud in ${region}, account ${accountId}, at ${endpoint}, seed ${seed}`,
    ...section('Tables', shown.tables),
    ...section('Event buses', shown.buses),
    ...section('Queues', shown.queues),
    ...section('Functions', shown.functions),
    ...section('Function URLs', shown.functionUrls, (url) => `curl -i '${url}'`),
    ...Object.entries(shown.outputs).flatMap(([stack, outputs]) => section(`Outputs of ${stack}`, outputs)),
    'For AWS tools:',
    `  export AWS_ENDPOINT_URL=${endpoint} AWS_REGION=${region} AWS_ACCESS_KEY_ID=${credentials.accessKeyId} AWS_SECRET_ACCESS_KEY=${credentials.secretAccessKey}`,
    'Running. Ctrl-C ends it.',
  ]
}

function refs(cloud: LocalCloud, type: string, attribute?: string): Record<string, string> {
  const entries = cloud.resources(type).map(({ constructPath, logicalId, ref, attributes }) => {
    const name = constructPath?.replace(/\/(Resource|Default)$/, '') ?? logicalId
    return [name, attribute === undefined ? ref : (attributes[attribute] ?? ref)] as const
  })
  return Object.fromEntries(entries)
}

function section(
  title: string,
  values: Readonly<Record<string, string>>,
  show: (value: string) => string = (value) => value,
): readonly string[] {
  const entries = Object.entries(values)
  if (entries.length === 0) return []
  const width = Math.max(...entries.map(([name]) => name.length))
  return [`${title}:`, ...entries.map(([name, value]) => `  ${name.padEnd(width)}  ${show(value)}`)]
}
