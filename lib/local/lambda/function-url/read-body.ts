import type { IncomingMessage } from 'node:http'

/** A body that is too large is read to its end and thrown away: a client that still sends would miss the answer. */
export async function readBody(request: IncomingMessage, maximum: number): Promise<Buffer | 'too-large'> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const buffer = Buffer.from(chunk)
    bytes += buffer.length
    if (bytes > maximum) chunks.length = 0
    else chunks.push(buffer)
  }
  return bytes > maximum ? 'too-large' : Buffer.concat(chunks)
}
