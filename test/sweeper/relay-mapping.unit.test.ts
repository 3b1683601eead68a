import { GetEventSourceMappingCommand, LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { LambdaRelayMapping } from '../../lib/sweeper/relay-mapping.js'

function mapping() {
  const client = new LambdaClient({ region: 'eu-west-1' })
  return { lambda: mockClient(client), mapping: new LambdaRelayMapping({ client, mappingId: 'the-uuid' }) }
}

describe('the mapping', () => {
  // Every state of https://docs.aws.amazon.com/lambda/latest/api/API_GetEventSourceMapping.html
  it.each(['Creating', 'Enabling', 'Enabled', 'Disabling', 'Updating', 'Deleting'])(
    'that is %s counts as enabled: an invocation may run, or begin',
    async (State) => {
      const { lambda, mapping: relay } = mapping()
      lambda.on(GetEventSourceMappingCommand, { UUID: 'the-uuid' }).resolves({ State })
      expect(await relay.state()).toMatchObject({ isStopped: false })
    },
  )

  it('that is Disabled is stopped, since it last changed', async () => {
    const { lambda, mapping: relay } = mapping()
    lambda.on(GetEventSourceMappingCommand).resolves({ State: 'Disabled', LastModified: new Date(5) })
    expect(await relay.state()).toEqual({ isStopped: true, changedAt: 5 })
  })

  it('that is gone is stopped', async () => {
    const { lambda, mapping: relay } = mapping()
    lambda
      .on(GetEventSourceMappingCommand)
      .rejects(new ResourceNotFoundException({ message: 'gone', $metadata: {} }))
    expect(await relay.state()).toEqual({ isStopped: true })
  })

  it('that cannot be looked at is an error', async () => {
    const { lambda, mapping: relay } = mapping()
    lambda.on(GetEventSourceMappingCommand).rejects(Object.assign(new Error('no'), { name: 'AccessDenied' }))
    await expect(relay.state()).rejects.toThrow('no')
  })
})
