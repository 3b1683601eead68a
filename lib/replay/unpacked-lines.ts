import { createGunzip } from 'node:zlib'

const NEWLINE = 0x0a

/**
 * The lines of a gzip text, without their ends, as bytes; unpacked as they are asked for. Not Node's `readline`: it takes
 * U+2028, which JSON may hold, for the end of a line.
 *
 * @throws zlib's error, behind the lines before it, when the bytes are damaged
 */
export async function* unpackedLines(packed: Uint8Array): AsyncGenerator<Buffer, void, undefined> {
  const gunzip = createGunzip()
  gunzip.end(packed)
  let begun: Buffer[] = []
  for await (const chunk of gunzip) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A stream of bytes gives bytes')
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)])
      begun = []
      start = end + 1
    }
    if (start < chunk.length) begun.push(chunk.subarray(start))
  }
  if (begun.length > 0) yield Buffer.concat(begun)
}
