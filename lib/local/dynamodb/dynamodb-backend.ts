import type { Clock } from '../clock.js'
import type { Backend } from '../gateway/backend.js'
import { type GatewayRequest, type GatewayResponse, jsonResponse } from '../gateway/gateway-message.js'
import { unknownOperation } from '../gateway/service-backend.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { ApiCall } from '../service.js'
import { itemKey } from '../streams/item-change.js'
import type { StreamRegistry } from '../streams/stream-registry.js'
import { streamsApi } from '../streams/streams-api.js'
import type { ArnTranslation } from './arn-translation.js'
import { type CapacityQuestion, capacityQuestion } from './capacity-question.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'
import type { ExpirySweep } from './expiry-sweep.js'
import type { RequestTokens } from './request-tokens.js'
import { tableNameOf } from './table-name-of.js'
import type { TableOperation, Tables } from './tables.js'
import type { TimeToLive } from './time-to-live.js'
import type { WriteGate } from './write-gate.js'
import { actions, writtenTables } from './written-tables.js'

export interface DynamoDbBackendOptions {
  readonly engine: () => Promise<DynamoDbEngine>
  readonly arns: ArnTranslation
  readonly tables: Tables
  readonly streams: StreamRegistry
  readonly timeToLive: TimeToLive
  readonly expiry: ExpirySweep
  readonly tokens: RequestTokens
  readonly gate: WriteGate
  readonly clock: Clock
}

const TABLE_OPERATIONS: ReadonlySet<string> = new Set<TableOperation>([
  'CreateTable',
  'DeleteTable',
  'DescribeTable',
  'UpdateTable',
])
/** Operations of the engine whose requests and answers carry ARNs and no data of the user. */
const WITH_ARNS: ReadonlySet<string> = new Set(['ListTagsOfResource', 'TagResource', 'UntagResource'])

/** Answers the API of DynamoDB from an engine, and that of its streams from the local cloud's own shards. */
export function dynamoDbBackend(options: DynamoDbBackendOptions): Backend {
  const { engine, arns, tables, streams, timeToLive, expiry, tokens, gate } = options
  const streamOperations = streamsApi(streams, options.clock)
  return {
    service: 'dynamodb',
    handle: async ({ operation, input }, request) => {
      const ofStreams = streamOperations.get(operation)
      if (ofStreams !== undefined) return jsonResponse(ofStreams(input))
      if (isTableOperation(operation)) return jsonResponse(await tables.call(operation, input))
      if (operation === 'DescribeTimeToLive' || operation === 'UpdateTimeToLive') {
        // A table that does not exist is an error.
        await tables.call('DescribeTable', { TableName: input['TableName'] })
        return jsonResponse(
          operation === 'UpdateTimeToLive'
            ? timeToLive.update(input)
            : timeToLive.describe(tableNameOf(String(input['TableName']))),
        )
      }
      if (WITH_ARNS.has(operation)) {
        const response = await forward(operation, request, arns.toEngine(request.body.toString('utf8')))
        return replaceBody(response, (text) => arns.toClient(text))
      }
      const question = capacityQuestion(operation, input)
      const written = writtenTables(operation, input)
      const answer = written.size === 0 ? read : operation === 'ExecuteTransaction' ? alone : write
      return question.told(await answer({ operation, input }, request, question, written))
    },
  }

  async function forward(
    operation: string,
    request: GatewayRequest,
    body: Buffer | string,
  ): Promise<GatewayResponse> {
    const response = await (await engine()).forward(request.headers, Buffer.from(body))
    // An engine answers an operation that it does not know in a form that no SDK can read.
    if (response.statusCode === 404) throw unknownOperation('dynamodb', operation)
    return response
  }

  function read(call: Call, request: GatewayRequest, question: CapacityQuestion): Promise<GatewayResponse> {
    return forward(call.operation, request, bodyOf(call, request, question))
  }

  async function write(
    call: Call,
    request: GatewayRequest,
    question: CapacityQuestion,
    written: ReadonlySet<string>,
  ): Promise<GatewayResponse> {
    return gate.shared(async () => {
      const ends = call.operation === 'TransactWriteItems' ? beginTransaction(call.input) : []
      try {
        return await read(call, request, question)
      } finally {
        // Also after an error: who knows what it did.
        for (const end of ends) end()
        for (const tableName of written) {
          streams.enabled(tableName)?.ring()
          expiry.written(tableName)
        }
        complete(call.input)
      }
    })
  }

  /** Of statements nobody knows the items: with nobody else, what comes is the transaction's. */
  async function alone(
    call: Call,
    request: GatewayRequest,
    question: CapacityQuestion,
    written: ReadonlySet<string>,
  ): Promise<GatewayResponse> {
    const enabled = [...written].flatMap((tableName) => streams.enabled(tableName) ?? [])
    return gate.alone(async () => {
      for (const stream of enabled) await stream.settle()
      try {
        return await read(call, request, question)
      } finally {
        for (const stream of enabled) await stream.take('transaction')
        for (const tableName of written) expiry.written(tableName)
        complete(call.input)
      }
    })
  }

  function bodyOf({ input }: Call, request: GatewayRequest, question: CapacityQuestion): Buffer | string {
    const { ClientRequestToken: token } = input
    const engineToken = typeof token === 'string' ? tokens.engineToken(token) : token
    if (engineToken === token && question.asked === undefined) return request.body
    return JSON.stringify({
      ...input,
      ...(engineToken === undefined ? {} : { ClientRequestToken: engineToken }),
      ...(question.asked === undefined ? {} : { ReturnConsumedCapacity: question.asked }),
    })
  }

  function complete({ ClientRequestToken: token }: JsonRecord): void {
    if (typeof token === 'string') tokens.completed(token)
  }

  function beginTransaction(input: JsonRecord): readonly (() => void)[] {
    const items = new Map<string, string[]>()
    for (const action of actions(input)) {
      const tableName = tableNameOf(String(action['TableName']))
      const source = action['Item'] ?? action['Key']
      const attributes = isRecord(source) ? source : {}
      const key = Object.fromEntries(tables.keysOf(tableName).map((name) => [name, attributes[name]]))
      items.set(tableName, [...(items.get(tableName) ?? []), itemKey(key)])
    }
    return [...items].flatMap(([tableName, keys]) => streams.enabled(tableName)?.transaction(keys) ?? [])
  }
}

type Call = Pick<ApiCall, 'operation' | 'input'>

function isTableOperation(operation: string): operation is TableOperation {
  return TABLE_OPERATIONS.has(operation)
}

function replaceBody(response: GatewayResponse, replace: (text: string) => string): GatewayResponse {
  // The engine's checksum is that of its own bytes.
  const { 'x-amz-crc32': _checksum, ...headers } = response.headers
  return { ...response, headers, body: Buffer.from(replace(response.body.toString('utf8'))) }
}
