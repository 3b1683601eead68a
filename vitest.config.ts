import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const results = process.env['TEST_RESULTS']

const config: ViteUserConfig = defineConfig({
  resolve: {
    alias: [
      { find: /^serverless-outbox$/, replacement: source('./lib/index.ts') },
      { find: /^serverless-outbox\/cdk$/, replacement: source('./lib/cdk/index.ts') },
      { find: /^serverless-outbox\/local$/, replacement: source('./lib/local/index.ts') },
      { find: /^serverless-outbox\/testing$/, replacement: source('./lib/testing/index.ts') },
    ],
  },
  test: {
    // .ci/run adds up the results of its runs.
    reporters: results === undefined ? ['default'] : ['default', ['json', { outputFile: results }]],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.unit.test.ts'],
          // Milliseconds, but drawn cases by the hundred, on a machine that may be busy.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/**/*.int.test.ts'],
          // Two cores: more files at once only make each other slow.
          maxWorkers: 2,
          // vitest runs projects with different worker counts only one after the other.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})

export default config
