import { beforeEach, expect, it } from 'vitest'
import { AwsError } from '../../../lib/local/aws-error.js'
import { errorResponse } from '../../../lib/local/gateway/error-response.js'
import { type GatewayResponse, jsonResponse } from '../../../lib/local/gateway/gateway-message.js'
import { EngineStream } from '../../../lib/local/streams/engine-stream.js'
import { itemKey } from '../../../lib/local/streams/item-change.js'
import { FakeEngine } from './fake-engine.js'
import { insert } from './stream-fixture.js'

let engine: FakeEngine
let failure: string | undefined
let stream: EngineStream

beforeEach(async () => {
  engine = new FakeEngine()
  failure = undefined
  engine.write(insert('of an earlier stream'))
  stream = new EngineStream(
    {
      forward: async (headers, body): Promise<GatewayResponse> => {
        const request = JSON.parse(body.toString()) as Readonly<Record<string, string>>
        if (headers['x-amz-target']?.includes('GetRecords') === true && failure !== undefined) {
          const error = new AwsError(failure, 'no use')
          failure = undefined
          return errorResponse(error, 'json-1.0', 'dynamodb')
        }
        if (request['ShardIteratorType'] === 'AFTER_SEQUENCE_NUMBER')
          return jsonResponse({ ShardIterator: request['SequenceNumber'] })
        // What DynamoDB Local still has: nothing of an earlier stream.
        if (request['ShardIteratorType'] === 'TRIM_HORIZON') return jsonResponse({ ShardIterator: '1' })
        return engine.forward(headers, body)
      },
    },
    'arn',
  )
  await stream.start()
})

const read = async (): Promise<string[]> => (await stream.read()).map(({ keys }) => itemKey(keys))
const key = (pk: string): string => itemKey(insert(pk).keys)

it('begins at the end: the engine may give records of an earlier stream', async () => {
  expect(await read()).toEqual([])
  engine.write(insert('a'))
  expect(await read()).toEqual([key('a')])
  expect(await read()).toEqual([])
})

it.each(['TrimmedDataAccessException', 'ExpiredIteratorException'])(
  'misses nothing when an iterator without records ends with %s',
  async (code) => {
    engine.write(insert('a'))
    failure = code
    expect(await read()).toEqual([key('a')])
  },
)

it('goes on after the last record when an iterator expires', async () => {
  engine.write(insert('a'))
  await read()
  engine.write(insert('b'))
  failure = 'ExpiredIteratorException'
  expect(await read()).toEqual([key('b')])
})

it('knows a write that changed nothing', async () => {
  const { keys } = insert('a')
  const [one, other] = [{ M: { x: { S: '1' }, y: { S: '2' } } }, { M: { y: { S: '2' }, x: { S: '1' } } }]
  engine.write({ eventName: 'MODIFY', keys, newImage: { ...keys, one }, oldImage: { one: other, ...keys } })
  expect(await read()).toEqual([])
})
