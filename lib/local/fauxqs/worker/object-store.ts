import type { S3Answer, S3Request } from '../worker-message.js'
import type { FauxqsApp, FauxqsModules, S3Store } from './fauxqs-modules.js'
import { listObjects } from './list-objects.js'

/** Headers of the connection, and those that the emulator would act upon although the gateway already did. */
const NOT_FORWARDED = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'expect',
])
/** Kept with an object and given back with it; the emulator keeps the content type only. */
const KEPT = ['content-encoding', 'content-language', 'content-disposition', 'cache-control']

const PRECONDITION_FAILED = Buffer.from(
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>PreconditionFailed</Code><Message>At least one of the pre-conditions you specified did not hold</Message><Condition>If-None-Match</Condition></Error>',
)

/** The emulator's S3, mended where it is not like AWS's. One request at a time. */
export class ObjectStore {
  readonly #modules: FauxqsModules
  readonly #store: S3Store
  /** By path. */
  readonly #kept = new Map<string, Readonly<Record<string, string>>>()
  #app: FauxqsApp | undefined
  #latest: Promise<unknown> = Promise.resolve()

  constructor(modules: FauxqsModules) {
    this.#modules = modules
    this.#store = new modules.S3Store()
    const list = this.#store.listObjects.bind(this.#store)
    this.#store.listObjects = (bucket, options) =>
      listObjects(list(bucket, { maxKeys: Number.MAX_SAFE_INTEGER }).objects, options)
  }

  handle(request: S3Request): Promise<S3Answer> {
    const answer = this.#latest.then(() => this.#handle(request))
    this.#latest = answer.catch(() => undefined)
    return answer
  }

  async #handle(request: S3Request): Promise<S3Answer> {
    const { pathname, searchParams } = new URL(request.url, 'http://s3')
    const path = decodeURIComponent(pathname)
    const creates =
      (request.method === 'PUT' && !searchParams.has('uploadId')) ||
      (request.method === 'POST' && searchParams.has('uploads'))
    // https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
    if (creates && request.headers['if-none-match'] === '*' && this.#has(path))
      return { statusCode: 412, headers: { 'content-type': 'application/xml' }, body: PRECONDITION_FAILED }
    const { statusCode, headers, body } = await this.#inject(request)
    if (creates && statusCode === 200) this.#kept.set(path, keptHeaders(request.headers))
    const reads = (request.method === 'GET' || request.method === 'HEAD') && statusCode < 400
    return { statusCode, headers: { ...headers, ...(reads ? this.#kept.get(path) : {}) }, body }
  }

  async #inject({ method, url, headers, body }: S3Request): Promise<S3Answer> {
    const { buildApp, SqsStore, snsStore } = this.#modules
    this.#app ??= await buildApp({
      logger: false,
      stores: { sqsStore: new SqsStore(), snsStore, s3Store: this.#store },
    })
    const forwarded = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.has(name))
    const response = await this.#app.inject({
      method: method as 'POST',
      url,
      headers: { ...Object.fromEntries(forwarded), host: 'localhost' },
      ...(body.length === 0 ? {} : { payload: Buffer.from(body) }),
    })
    const answered: Record<string, string> = {}
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined && !NOT_FORWARDED.has(name)) answered[name] = String(value)
    }
    // The answer to HEAD states the length of the object, not of its own body.
    const length = response.headers['content-length']
    if (method === 'HEAD' && length !== undefined) answered['content-length'] = String(length)
    return { statusCode: response.statusCode, headers: answered, body: response.rawPayload }
  }

  #has(path: string): boolean {
    const [, bucket = '', ...key] = path.split('/')
    try {
      this.#store.getObject(bucket, key.join('/'))
      return true
    } catch {
      return false
    }
  }
}

function keptHeaders(headers: S3Request['headers']): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of KEPT) {
    // How the body came over the wire is not the object's encoding.
    const value = String(headers[name] ?? '').replace(/^aws-chunked(?:,\s*)?/, '')
    if (value !== '') kept[name] = value
  }
  return kept
}
