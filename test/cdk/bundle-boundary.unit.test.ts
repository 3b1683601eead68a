import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { type HandlerBundle, handlerBundle } from '../../scripts/handler-bundle.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const HANDLERS = readdirSync(`${ROOT}lambdas`).filter((file) => file.endsWith('.ts'))
const KIB = 1024

const inputs = ({ metafile }: HandlerBundle): string[] => Object.keys(metafile.inputs)

/** Inputs that belong to a package, wherever npm has put it, or to a directory of this project. */
const matching = (bundle: HandlerBundle, ...places: readonly string[]): string[] =>
  inputs(bundle).filter((input) => places.some((place) => input.includes(place)))

const CDK = ['node_modules/aws-cdk-lib/', 'node_modules/constructs/', 'lib/cdk/']
const LOCAL = ['lib/local/', 'node_modules/fauxqs/', 'node_modules/@dynoxide/']

describe.each(HANDLERS)('the bundle of lambdas/%s', (file) => {
  let bundle: HandlerBundle
  beforeAll(async () => {
    bundle = await handlerBundle(ROOT, `lambdas/${file}`)
  })

  it('holds the handler and its SDK', () => {
    expect(inputs(bundle)).toContain(`lambdas/${file}`)
    expect(matching(bundle, 'node_modules/@aws-sdk/')).not.toEqual([])
  })

  it('holds nothing of the CDK, the constructs or the local cloud', () => {
    expect(matching(bundle, ...CDK, ...LOCAL)).toEqual([])
  })

  it('needs nothing that Lambda does not have', () => {
    const external = Object.values(bundle.metafile.outputs)
      .flatMap(({ imports }) => imports.filter((imported) => imported.external))
      .map(({ path }) => path.replace(/^node:/, ''))
    expect(external.filter((path) => !builtinModules.includes(path))).toEqual([])
  })

  // Every KiB is read at each cold start: a jump is a dependency that should not be there.
  it('is small', () => {
    // The sweeper holds the client of S3, which it loads where there is an archive.
    expect(bundle.code.length).toBeLessThan((file === 'sweeper.ts' ? 850 : 600) * KIB)
  })

  it('is the same bytes every time, so that the asset keeps its hash', async () => {
    const again = await handlerBundle(ROOT, `lambdas/${file}`)
    expect(sha256(again.code)).toBe(sha256(bundle.code))
  })
})

describe("what a service's function gets with the package", () => {
  /** The places whose code is in the bundle: esbuild reads more files than it takes code from. */
  const taken = ({ metafile }: HandlerBundle, ...places: readonly string[]): string[] =>
    Object.values(metafile.outputs)
      .flatMap(({ inputs }) => Object.entries(inputs))
      .filter(
        ([input, { bytesInOutput }]) => bytesInOutput > 0 && places.some((place) => input.includes(place)),
      )
      .map(([input]) => input)

  it('that writes events holds nothing of the CDK, the local cloud, the relay, the consumers or their libraries', async () => {
    const bundle = await handlerBundle(ROOT, 'test/cdk/writer-only.ts')
    expect(taken(bundle, 'lib/outbox/outbox.ts')).toHaveLength(1)
    expect(
      taken(
        bundle,
        ...CDK,
        ...LOCAL,
        'lib/relay/',
        'lib/delivery/',
        'lib/inbox/',
        'lib/destination/event-bridge',
        'node_modules/@middy/',
        'node_modules/@aws-lambda-powertools/',
        'node_modules/@aws-sdk/client-eventbridge/',
        'node_modules/@aws-sdk/client-sqs/',
        'node_modules/zod/',
      ),
    ).toEqual([])
  })

  it('that consumes them holds nothing of the CDK, the local cloud or the relay', async () => {
    const bundle = await handlerBundle(ROOT, 'examples/orders/shipping.ts')
    expect(taken(bundle, 'lib/inbox/consumer.ts')).toHaveLength(1)
    expect(taken(bundle, ...CDK, ...LOCAL, 'lib/relay/', 'lib/delivery/', 'node_modules/@middy/')).toEqual([])
  })
})

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
