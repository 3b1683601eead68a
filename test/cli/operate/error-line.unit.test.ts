import { describe, expect, it } from 'vitest'
import { CliError } from '../../../lib/cli/operate/cli-error.js'
import { errorLine } from '../../../lib/cli/operate/error-line.js'

function failure(name: string, message: string, code?: string): Error {
  return Object.assign(new Error(message), { name }, code === undefined ? {} : { code })
}

describe('errorLine', () => {
  it.each<[string, unknown, string]>([
    ['what the person can mend', new CliError('Do this'), 'Do this'],
    [
      'a wrong stack',
      failure('ValidationError', 'Stack with id Shop does not exist'),
      'There is no stack Shop here: check --stack and --region, and the account of your credentials',
    ],
    [
      'a refusal',
      failure('AccessDeniedException', 'User: x is not authorized to perform: a:B on resource: c.'),
      'User: x is not authorized to perform: a:B on resource: c: have it added to your role',
    ],
    [
      'an expired token',
      failure('ExpiredTokenException', 'The security token included in the request is expired'),
      'Your credentials have expired: sign in again, for example with `aws sso login`',
    ],
    [
      'an expired session of single sign-on',
      failure('CredentialsProviderError', 'The SSO session associated with this profile has expired'),
      'Your credentials have expired: sign in again, for example with `aws sso login`',
    ],
    [
      'a key that AWS does not know',
      failure('UnrecognizedClientException', 'The security token included in the request is invalid.'),
      'AWS does not take your credentials (UnrecognizedClientException): check AWS_PROFILE and the clock of this machine',
    ],
    [
      'no credentials',
      failure('CredentialsProviderError', 'Could not load credentials from any providers'),
      'No credentials were found: sign in, for example with `aws sso login`, or set AWS_PROFILE',
    ],
    ['no Region', new Error('Region is missing'), 'No Region is set: give --region, or set AWS_REGION'],
    [
      'an address where nobody answers',
      failure('AggregateError', '', 'ECONNREFUSED'),
      'Nobody answers at AWS in eu-west-1 (ECONNREFUSED): check --endpoint-url, --region and your network',
    ],
    [
      'a host that takes too long',
      failure('TimeoutError', 'Socket timed out without establishing a connection within 5000 ms'),
      'Nobody answers at AWS in eu-west-1 (TimeoutError): check --endpoint-url, --region and your network',
    ],
    [
      'a part that is not there',
      failure('ResourceNotFoundException', 'Requested resource not found'),
      'ResourceNotFoundException: Requested resource not found. Check --stack, --region and the flags that name a part of the outbox',
    ],
    ['anything else', failure('Odd', 'first\n  second'), 'Odd: first second'],
    ['what is no error', 'thrown\ntext', 'thrown text'],
  ])('%s', (_, error, line) => {
    expect(errorLine(error, { stack: 'Shop', region: 'eu-west-1' })).toBe(line)
  })

  it('a local cloud that has gone, or another address', () => {
    const refused = failure('Error', 'connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED')
    expect(errorLine(refused, { local: true })).toBe(
      'No local cloud runs `cdk.out`: start it with `npx outbox local`',
    )
    expect(errorLine(refused, { endpointUrl: 'http://127.0.0.1:1' })).toBe(
      'Nobody answers at http://127.0.0.1:1 (ECONNREFUSED): check --endpoint-url, --region and your network',
    )
  })
})
