import type { IncomingHttpHeaders } from 'node:http'
import type { GatewayResponse } from '../../../lib/local/gateway/gateway-message.js'
import { jsonResponse } from '../../../lib/local/gateway/gateway-message.js'
import type { ItemChange } from '../../../lib/local/streams/item-change.js'

/** The stream of an engine: one shard, whose iterators are the number of records before them. */
export class FakeEngine {
  readonly records: unknown[] = []

  write({ eventName, keys, newImage, oldImage }: ItemChange): void {
    this.records.push({
      eventName,
      dynamodb: {
        Keys: keys,
        ...(newImage === undefined ? {} : { NewImage: newImage }),
        ...(oldImage === undefined ? {} : { OldImage: oldImage }),
        SequenceNumber: String(this.records.length + 1),
      },
    })
  }

  readonly forward = async (headers: IncomingHttpHeaders, body: Buffer): Promise<GatewayResponse> => {
    const operation = String(headers['x-amz-target']).split('.')[1]
    const { ShardIterator: iterator } = JSON.parse(body.toString()) as { readonly ShardIterator?: string }
    if (operation === 'DescribeStream')
      return jsonResponse({ StreamDescription: { Shards: [{ ShardId: 'only' }] } })
    if (operation === 'GetShardIterator') return jsonResponse({ ShardIterator: String(this.records.length) })
    return jsonResponse({
      Records: this.records.slice(Number(iterator)),
      NextShardIterator: String(this.records.length),
    })
  }
}
