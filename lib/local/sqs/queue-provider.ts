import type { Fauxqs } from '../fauxqs/fauxqs.js'
import { LocalCloudError } from '../local-cloud-error.js'
import type { JsonRecord } from '../record.js'
import type { ResourceProvider } from '../resource-provider.js'
import type { QueueAddress } from './queue-address.js'

/** Properties that are no attributes of the queue. */
const NOT_ATTRIBUTES = new Set(['QueueName', 'Tags'])

/** `Ref` is the queue's URL on the gateway. */
export function queueProvider(fauxqs: Fauxqs, address: QueueAddress): ResourceProvider {
  return {
    type: 'AWS::SQS::Queue',
    provision: async ({ properties, generatedName }) => {
      const suffix = properties['FifoQueue'] === true || properties['FifoQueue'] === 'true' ? '.fifo' : ''
      const name = String(properties['QueueName'] ?? `${generatedName}${suffix}`)
      const { statusCode, body } = await fauxqs.sqs('CreateQueue', {
        QueueName: name,
        Attributes: attributesOf(properties),
      })
      if (statusCode >= 400) throw new LocalCloudError(`SQS refuses it: ${body['message']}`)
      const url = address.url(name)
      return { ref: url, attributes: { Arn: address.arn(name), QueueName: name, QueueUrl: url } }
    },
  }
}

/** CloudFormation's properties and SQS's attributes have the same names; in the API every value is text. */
function attributesOf(properties: JsonRecord): Record<string, string> {
  const attributes = Object.entries(properties).filter(([name]) => !NOT_ATTRIBUTES.has(name))
  return Object.fromEntries(
    attributes.map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
}
