const ARN = /^arn:/

/** The ARNs of resources by the names that APIs and templates give them. A text that is an ARN stays one. */
export class ResourceArns {
  readonly region: string
  readonly accountId: string

  constructor(region: string, accountId: string) {
    this.region = region
    this.accountId = accountId
  }

  /** @param nameOrUrl the last segment of a queue's URL is its name */
  queue(nameOrUrl: string): string {
    return this.#of('sqs', nameOrUrl, nameOrUrl.slice(nameOrUrl.lastIndexOf('/') + 1))
  }

  eventBus(nameOrArn = 'default'): string {
    return this.#of('events', nameOrArn, `event-bus/${nameOrArn}`)
  }

  /** https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridge.html */
  rule(name: string, busNameOrArn = 'default'): string {
    const bus = busNameOrArn.slice(busNameOrArn.lastIndexOf('/') + 1)
    return this.#of('events', name, bus === 'default' ? `rule/${name}` : `rule/${bus}/${name}`)
  }

  events(kind: 'archive' | 'replay', nameOrArn: string): string {
    return this.#of('events', nameOrArn, `${kind}/${nameOrArn}`)
  }

  bucket(name: string): string {
    return ARN.test(name) ? name : `arn:aws:s3:::${name}`
  }

  object(bucket: string, key: string): string {
    return `${this.bucket(bucket)}/${key}`
  }

  /** A name, an ARN or `123456789012:function:name`; a qualifier stays, since a policy can be that of an alias. */
  lambdaFunction(nameOrArn: string): string {
    const [, partial] = /^\d{12}:function:(.+)$/.exec(nameOrArn) ?? []
    return this.#of('lambda', nameOrArn, `function:${partial ?? nameOrArn}`)
  }

  eventSourceMapping(uuid: string): string {
    return this.#of('lambda', uuid, `event-source-mapping:${uuid}`)
  }

  table(nameOrArn: string): string {
    return this.#of('dynamodb', nameOrArn, `table/${nameOrArn}`)
  }

  index(tableNameOrArn: string, index: string): string {
    return `${this.table(tableNameOrArn)}/index/${index}`
  }

  schedule(name: string, group = 'default'): string {
    return this.#of('scheduler', name, `schedule/${group}/${name}`)
  }

  scheduleGroup(name: string): string {
    return this.#of('scheduler', name, `schedule-group/${name}`)
  }

  /** A stack's id is known to CloudFormation only: by a name, all of that name are meant. */
  stack(nameOrArn: string): string {
    return this.#of('cloudformation', nameOrArn, `stack/${nameOrArn}/*`)
  }

  alarm(name: string): string {
    return this.#of('cloudwatch', name, `alarm:${name}`)
  }

  #of(service: string, given: string, resource: string): string {
    return ARN.test(given) ? given : `arn:aws:${service}:${this.region}:${this.accountId}:${resource}`
  }
}
