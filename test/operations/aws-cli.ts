import * as cloudformation from '@aws-sdk/client-cloudformation'
import * as cloudwatch from '@aws-sdk/client-cloudwatch'
import * as dynamodb from '@aws-sdk/client-dynamodb'
import * as events from '@aws-sdk/client-eventbridge'
import * as lambda from '@aws-sdk/client-lambda'
import * as scheduler from '@aws-sdk/client-scheduler'
import * as sqs from '@aws-sdk/client-sqs'
import type { LocalCloud } from 'serverless-outbox/local'
import { cliInput } from './cli-input.js'

type Input = Readonly<Record<string, unknown>>
/** What stands in for an operation that the local cloud does not have, by `<service> <operation>`. */
export type StandIns = Readonly<Record<string, (input: Input) => Promise<unknown>>>

const SERVICES: Readonly<Record<string, { readonly module: object; readonly client: string }>> = {
  cloudformation: { module: cloudformation, client: 'CloudFormationClient' },
  cloudwatch: { module: cloudwatch, client: 'CloudWatchClient' },
  dynamodb: { module: dynamodb, client: 'DynamoDBClient' },
  events: { module: events, client: 'EventBridgeClient' },
  lambda: { module: lambda, client: 'LambdaClient' },
  scheduler: { module: scheduler, client: 'SchedulerClient' },
  sqs: { module: sqs, client: 'SQSClient' },
}

/** The AWS CLI on a local cloud: each command is the SDK's of the same operation, whose model says what its flags are. */
export class AwsCli {
  readonly #cloud: LocalCloud
  readonly #standIns: StandIns

  constructor(cloud: LocalCloud, standIns: StandIns) {
    this.#cloud = cloud
    this.#standIns = standIns
  }

  /**
   * @param words without the program's name
   * @returns the answer
   * @throws for a command or a flag that AWS does not have; the SDK's error
   */
  async run([service = '', operation = '', ...flags]: readonly string[]): Promise<unknown> {
    const known = SERVICES[service]
    if (known === undefined) throw new Error(`Expected a service that is known here, got ${service}`)
    const name = operation.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const command = constructed(known.module, `${name}Command`, (schemaOf) => cliInput(schemaOf, flags))
    const standIn = this.#standIns[`${service} ${operation}`]
    if (standIn !== undefined) return standIn(command.input)
    const client = constructed(known.module, known.client, () => this.#cloud.clientConfig).instance
    try {
      return await called(client, 'send', command.instance)
    } finally {
      called(client, 'destroy')
    }
  }
}

/** Of a class that is known by its name only. */
function constructed(
  module: object,
  className: string,
  argument: (schema: unknown) => object,
): { readonly instance: object; readonly input: Input } {
  const made: unknown = Reflect.get(module, className)
  if (typeof made !== 'function')
    throw new Error(`Expected AWS to have ${className}, got nothing of that name`)
  const build = (given: object): object => Reflect.construct(made, [given])
  const input = argument(className.endsWith('Command') ? Reflect.get(build({}), 'schema') : undefined)
  return { instance: build(input), input: { ...input } }
}

function called(target: object, method: string, ...args: readonly unknown[]): unknown {
  const found: unknown = Reflect.get(target, method)
  if (typeof found !== 'function') throw new Error(`Expected a method ${method}, got none`)
  return Reflect.apply(found, target, args)
}
