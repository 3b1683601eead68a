export interface Arn {
  readonly service: string
  readonly region: string
  readonly accountId: string
  /** All after the account: `queue-name`, `function:name`, `event-bus/name`. */
  readonly resource: string
}

export function parseArn(text: string): Arn | undefined {
  const parts = /^arn:aws[\w-]*:([\w-]+):([\w-]*):(\d*):(.+)$/.exec(text)
  const [, service, region, accountId, resource] = parts ?? []
  if (service === undefined || region === undefined || accountId === undefined || resource === undefined) {
    return undefined
  }
  return { service, region, accountId, resource }
}
