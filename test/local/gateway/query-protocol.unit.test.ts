import { describe, expect, it } from 'vitest'
import { AwsError } from '../../../lib/local/aws-error.js'
import type { GatewayRequest } from '../../../lib/local/gateway/gateway-message.js'
import { queryInput } from '../../../lib/local/gateway/query-parameters.js'
import { identifyQueryCall } from '../../../lib/local/gateway/query-request.js'
import { queryErrorResponse, queryResponse } from '../../../lib/local/gateway/query-response.js'

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const request = (body: string): GatewayRequest => ({
  method: 'POST',
  url: new URL('http://gateway/'),
  headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  body: Buffer.from(body),
  signal: new AbortController().signal,
})
const scope = (service: string) => ({ accessKeyId: 'key', region: 'eu-west-1', service })

describe('the parameters of a query', () => {
  it.each([
    ['StackName=Shop', { StackName: 'Shop' }],
    ['StackName=a%26b+c%3D', { StackName: 'a&b c=' }],
    ['Names.member.1=a&Names.member.2=b', { Names: ['a', 'b'] }],
    [
      'Names.member.10=last&Names.member.2=second&Names.member.1=first',
      { Names: ['first', 'second', 'last'] },
    ],
    ['Names=', { Names: '' }],
    ['Filter.State=OK&Filter.Age=1', { Filter: { State: 'OK', Age: '1' } }],
    [
      'Queries.member.1.Stat.Dimensions.member.1.Name=a&Queries.member.1.Stat.Dimensions.member.1.Value=b',
      { Queries: [{ Stat: { Dimensions: [{ Name: 'a', Value: 'b' }] } }] },
    ],
    [
      'Tags.entry.1.key=a&Tags.entry.1.value=b&Tags.entry.2.key=c&Tags.entry.2.value=',
      { Tags: { a: 'b', c: '' } },
    ],
  ])('%s', (text, expected) => {
    expect(queryInput(new URLSearchParams(text))).toEqual(expected)
  })

  it.each([['A=1&A.B=2'], ['A.B=2&A=1']])(
    'are refused when a name is a value and a structure: %s',
    (text) => {
      expect(() => queryInput(new URLSearchParams(text))).toThrow(
        expect.objectContaining({ code: 'MalformedQueryString' }),
      )
    },
  )
})

describe('a query', () => {
  it('names its operation, and is for the service that it is signed for', () => {
    const call = identifyQueryCall(request('Action=DescribeAlarms&Version=2010-08-01'), scope('monitoring'))
    expect(call).toEqual({ service: 'cloudwatch', operation: 'DescribeAlarms', protocol: 'query', input: {} })
  })

  it.each([
    ['without an Action', 'Version=1', 'sts', 'MissingAction'],
    ['for a service without this protocol', 'Action=A', 'ec2', 'UnknownOperationException'],
  ])('%s is refused', (_name, body, service, code) => {
    expect(() => identifyQueryCall(request(body), scope(service))).toThrow(expect.objectContaining({ code }))
  })
})

describe('the answer to a query', () => {
  const text = (response: { readonly body: Buffer }): string =>
    response.body.toString().replace(UUID, 'an-id')

  it('is XML with the result, lists as members, times in UTC', () => {
    const output = {
      Stacks: [
        { Name: 'a <b> & "c"', At: new Date(0), Gone: undefined },
        { Count: 0, On: false },
      ],
      Empty: [],
    }
    expect(text(queryResponse('cloudformation', 'DescribeStacks', output))).toBe(
      '<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">' +
        '<DescribeStacksResult><Stacks>' +
        '<member><Name>a &lt;b&gt; &amp; &quot;c&quot;</Name><At>1970-01-01T00:00:00.000Z</At></member>' +
        '<member><Count>0</Count><On>false</On></member>' +
        '</Stacks><Empty/></DescribeStacksResult>' +
        '<ResponseMetadata><RequestId>an-id</RequestId></ResponseMetadata></DescribeStacksResponse>',
    )
  })

  it('has no result when the operation has none', () => {
    expect(text(queryResponse('cloudwatch', 'PutMetricData', {}))).toBe(
      '<PutMetricDataResponse xmlns="http://monitoring.amazonaws.com/doc/2010-08-01/">' +
        '<ResponseMetadata><RequestId>an-id</RequestId></ResponseMetadata></PutMetricDataResponse>',
    )
  })

  it.each([
    [400, 'Sender'],
    [500, 'Receiver'],
  ])('is an error with its fault: %s', (statusCode, type) => {
    const response = queryErrorResponse(new AwsError('Broken', 'It <is>.', statusCode), 'sts')
    expect(response.statusCode).toBe(statusCode)
    expect(text(response)).toBe(
      '<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">' +
        `<Error><Type>${type}</Type><Code>Broken</Code><Message>It &lt;is&gt;.</Message></Error>` +
        '<RequestId>an-id</RequestId></ErrorResponse>',
    )
  })
})
