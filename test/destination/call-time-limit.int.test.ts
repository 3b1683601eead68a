import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../lib/clock.js'
import { EventBridgeDestination } from '../../lib/destination/event-bridge-destination.js'
import { EVENT } from './event-bridge.js'

const CALL_TIMEOUT = 50

let server: Server
let client: EventBridgeClient

afterEach(async () => {
  client.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** An EventBridge that sees the bus and answers PutEvents as the test says. */
async function listen(
  putEvents: (response: ServerResponse) => void,
  describeEventBus = (response: ServerResponse): void => void response.end('{}'),
): Promise<EventBridgeDestination> {
  server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.setHeader('content-type', 'application/x-amz-json-1.1')
      if (String(request.headers['x-amz-target']).endsWith('PutEvents')) putEvents(response)
      else describeEventBus(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = new EventBridgeClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  })
  return new EventBridgeDestination({
    client,
    eventBusArn: 'arn:aws:events:eu-west-1:111122223333:event-bus/shop',
    name: 'shop',
    callTimeout: CALL_TIMEOUT,
    clock: systemClock,
  })
}

// Each test waits for the limit itself: it is the socket's silence that must end.
describe('a call ends at its limit', () => {
  it('when the answer never comes', async () => {
    const destination = await listen(() => undefined)
    expect(await destination.send([EVENT])).toMatchObject({ kind: 'unavailable' })
  })

  it('when the answer stops in the middle', async () => {
    const destination = await listen((response) => void response.write('{"Entries":[{"EventId"'))
    expect(await destination.send([EVENT])).toMatchObject({ kind: 'unavailable' })
  })

  it('when looking for the bus never ends', async () => {
    const destination = await listen(
      () => undefined,
      () => undefined,
    )
    expect(await destination.send([EVENT])).toMatchObject({ kind: 'unavailable' })
    expect(await destination.probe()).toBeDefined()
  })
})

it('an answer of success that is cut is lost: nothing says what was taken', async () => {
  const destination = await listen((response) => void response.end('{"Entries":[{"EventId"'))
  expect(await destination.send([EVENT])).toMatchObject({ kind: 'unavailable' })
})
