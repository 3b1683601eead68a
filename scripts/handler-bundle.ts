import { build, type Metafile } from 'esbuild'

export interface HandlerBundle {
  readonly code: Uint8Array
  readonly sourceMap: Uint8Array
  readonly metafile: Metafile
}

/** Bundles one entry for Lambda. The same sources give the same bytes, whoever bundles them, wherever. */
export async function handlerBundle(root: string, entryPoint: string): Promise<HandlerBundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entryPoint],
    outfile: 'index.mjs',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    // The local cloud runs the same bundle on the developer's Node, the oldest of which is 20.
    target: 'node20',
    // The SDK is part of the bundle: the runtime's own changes without notice.
    packages: 'bundle',
    mainFields: ['module', 'main'],
    minify: true,
    // Error classes are told apart by their names.
    keepNames: true,
    // Not linked from the bundle: decoding a map slows every cold start that logs a stack.
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
    // CommonJS dependencies require Node's own modules, for which an ES module has no `require`.
    banner: {
      js: "import{createRequire as outboxCreateRequire}from'node:module';const require=outboxCreateRequire(import.meta.url);",
    },
  })
  const file = (suffix: string): Uint8Array => {
    const found = outputFiles.find(({ path }) => path.endsWith(suffix))
    if (found === undefined) throw new Error(`esbuild wrote no ${suffix} for ${entryPoint}`)
    return found.contents
  }
  return { code: file('index.mjs'), sourceMap: file('index.mjs.map'), metafile }
}
