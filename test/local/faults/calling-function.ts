/**
 * The code of a function that sends the given number of messages to its queue, one after the other, by plain HTTP: an
 * asset has no packages.
 */
export const CALLING_FUNCTION: string = `
exports.handler = async ({ count, text = 'x' }) => {
  const { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, QUEUE_URL } = process.env
  for (let place = 1; place <= count; place += 1) {
    const response = await fetch(AWS_ENDPOINT_URL, {
      method: 'POST',
      headers: {
        'x-amz-target': 'AmazonSQS.SendMessage',
        'content-type': 'application/x-amz-json-1.0',
        authorization: 'AWS4-HMAC-SHA256 Credential=' + AWS_ACCESS_KEY_ID + '/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0',
      },
      body: JSON.stringify({ QueueUrl: QUEUE_URL, MessageBody: text + place }),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  return count
}
`
