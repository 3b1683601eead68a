import type { Fauxqs } from '../fauxqs/fauxqs.js'
import type { Backend } from '../gateway/backend.js'

/** Answers S3's API, path style, from the emulator. */
export function s3Backend(fauxqs: Fauxqs): Backend {
  return {
    service: 's3',
    handle: (_call, { method, url, headers, body }) =>
      fauxqs.s3({ method, url: `${url.pathname}${url.search}`, headers, body }),
  }
}
