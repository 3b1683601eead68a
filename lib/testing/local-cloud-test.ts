import { type TestAPI, test } from 'vitest'
import { LocalCloud, type LocalCloudOptions } from '../local/index.js'

/** What a test gets as its argument. */
export interface LocalCloudFixtures {
  /** Of the file; `test.override('cloudOptions', …)` at its top level changes them. */
  readonly cloudOptions: LocalCloudOptions
  /** Started at the first test of the file that asks for it, ended after the file's last test. */
  readonly cloud: LocalCloud
}

/**
 * vitest's `test` with a local cloud of its own for each test file, on free ports: files may run side by side.
 *
 *     const test = localCloudTest({ assembly: 'cdk.out' })
 *     test('an order is shipped', async ({ cloud }) => { … await cloud.clock.advance('2h') … })
 *
 * Tests of one file share it, with what they leave in it: use ids of their own.
 */
export function localCloudTest(options: LocalCloudOptions = {}): TestAPI<LocalCloudFixtures> {
  return test.extend<LocalCloudFixtures>({
    cloudOptions: [options, { scope: 'file' }],
    cloud: [
      async ({ cloudOptions }, use) => {
        const cloud = await LocalCloud.start(cloudOptions)
        try {
          await use(cloud)
        } finally {
          await cloud.stop()
        }
      },
      { scope: 'file' },
    ],
  })
}
