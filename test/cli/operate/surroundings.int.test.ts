import { expect, it } from 'vitest'
import { runOutbox } from './run-outbox.js'

// What the SDK itself does where something is missing around the program.
const KEYS = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' }
const NOWHERE = {
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/nowhere',
  AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
}

it.each<[string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
  [
    'no credentials',
    ['--region', 'us-east-1', '--endpoint-url', 'http://127.0.0.1:1'],
    NOWHERE,
    /^No credentials were found: [^\n]+\n$/,
  ],
  ['no Region', [], { ...KEYS, ...NOWHERE }, /^No Region is set: give --region, or set AWS_REGION\n$/],
  [
    'nobody at the address',
    ['--region', 'us-east-1', '--endpoint-url', 'http://127.0.0.1:1'],
    KEYS,
    /^Nobody answers at http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\): [^\n]+\n$/,
  ],
])('is told in one line: %s', async (_, args, environment, line) => {
  const { code, out, error } = await runOutbox(['status', '--stack', 'Shop', ...args], environment)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(error).toMatch(line)
})
