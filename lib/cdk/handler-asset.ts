import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { OutboxError } from '../errors.js'

/**
 * The directory of a bundled handler, by the package's `imports`: the same from source and from `dist`. Not
 * `import.meta.resolve`, which test runners do not have.
 */
export function handlerAsset(name: string): string {
  const specifier = `#handlers/${name}/index.mjs`
  try {
    return dirname(createRequire(import.meta.url).resolve(specifier))
  } catch (cause) {
    throw new OutboxError(
      'INVALID_CONFIGURATION',
      `The bundled handler ${specifier} is missing. In a checkout of serverless-outbox, run: npm run build:handlers`,
      { path: specifier },
      { cause },
    )
  }
}
