import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { functionResource } from '../lambda/lambda-resources.js'
import { startCloud } from '../start-cloud.js'
import { QUEUES } from '../templates.js'
import { CALLING_FUNCTION } from './calling-function.js'

function startCalling(Timeout = 60): Promise<LocalCloud> {
  const Environment = { Variables: { QUEUE_URL: { Ref: 'Orders' } } }
  return startCloud(
    { ...QUEUES, Calling: functionResource('calling', { Environment, Timeout }) },
    { assets: { calling: { 'index.js': CALLING_FUNCTION } } },
  )
}

/** Whatever is in the queue. */
async function bodies(cloud: LocalCloud): Promise<readonly string[]> {
  const { Messages = [] } = await new SQSClient(cloud.clientConfig).send(
    new ReceiveMessageCommand({ QueueUrl: cloud.physicalId('Orders'), MaxNumberOfMessages: 10 }),
  )
  return Messages.map(({ Body = '' }) => Body).sort()
}

const exited = { kind: 'function-error', errorType: 'Runtime.ExitError' }

describe('a function crashes', () => {
  it.each([
    ['before', 1, []],
    ['before', 3, ['x1', 'x2']],
    ['after', 1, ['x1']],
    ['after', 3, ['x1', 'x2', 'x3']],
  ] as const)('%s its call %i of an invocation', async (when, call, sent) => {
    const cloud = await startCalling()
    cloud.faults.crash('Calling', { call, when })
    expect(await cloud.invoke('Calling', { count: 4 })).toMatchObject(exited)
    expect(await bodies(cloud)).toEqual(sent)
    expect(cloud.faults.applied()).toMatchObject([
      { kind: 'crash', service: 'sqs', operation: 'SendMessage', caller: { name: 'Calling' } },
    ])
    expect(cloud.invocations('Calling')).toMatchObject([{ outcome: 'error', errorType: 'Runtime.ExitError' }])
    expect(cloud.calls({ caller: 'Calling' }).at(-1)?.errorCode).toBe('ConnectionReset')
    // Once, unless told otherwise.
    expect(await cloud.invoke('Calling', { count: 4 })).toMatchObject({ kind: 'success', payload: 4 })
  })

  it('in so many invocations as told, each counted from its own begin', async () => {
    const cloud = await startCalling()
    cloud.faults.crash('Calling', { call: 2, when: 'before', times: 2 })
    const kinds: string[] = []
    for (const count of [1, 1, 2, 2, 2]) kinds.push((await cloud.invoke('Calling', { count })).kind)
    expect(kinds).toEqual(['success', 'success', 'function-error', 'function-error', 'success'])
  })

  it('alone: an invocation in another execution environment goes on', async () => {
    const cloud = await startCalling()
    let first = true
    const bothCall = new Promise<void>((resolve) => {
      cloud.intercept(async (call, next) => {
        if (call.operation !== 'SendMessage') return next()
        if (first) {
          first = false
          await bothCall
        } else resolve()
        return next()
      })
    })
    cloud.faults.crash('Calling', { call: 3, when: 'before' })
    const one = cloud.invoke('Calling', { count: 3, text: 'one' })
    const two = cloud.invoke('Calling', { count: 2, text: 'two' })
    expect([await one, await two]).toMatchObject([exited, { kind: 'success', payload: 2 }])
    expect(await bodies(cloud)).toEqual(['one1', 'one2', 'two1', 'two2'])
  })

  it('not any more once it is called off', async () => {
    const cloud = await startCalling()
    const callOff = cloud.faults.crash('Calling', { call: 1, when: 'before' })
    callOff()
    expect(await cloud.invoke('Calling', { count: 1 })).toMatchObject({ kind: 'success' })
    cloud.faults.crash('Calling', { call: 1, when: 'before' })
    cloud.faults.clear()
    expect(await cloud.invoke('Calling', { count: 1 })).toMatchObject({ kind: 'success' })
  })

  it('only when it exists, and at a call that there can be', async () => {
    const cloud = await startCalling()
    const crash =
      (name: string, call: number, times?: number): (() => unknown) =>
      () =>
        cloud.faults.crash(name, { call, when: 'before', ...(times !== undefined && { times }) })
    expect(crash('Nobody', 1)).toThrow("There is no resource 'Nobody'")
    expect(crash('Calling', 0)).toThrow('Expected `call` to be a whole number from 1, got `0` (number).')
    expect(crash('Calling', 1, 1.5)).toThrow('Expected `times` to be a whole number from 1, got `1.5`')
  })
})

describe('a function whose calls meet faults', () => {
  it('may be the only one that they strike', async () => {
    const cloud = await startCalling()
    cloud.faults.inject({ service: 'sqs', kind: 'throttle', caller: 'Calling', nth: 2 })
    expect(await bodies(cloud)).toEqual([])
    expect(await cloud.invoke('Calling', { count: 2 })).toMatchObject({
      kind: 'function-error',
      errorMessage: expect.stringContaining('RequestThrottled'),
    })
    expect(await bodies(cloud)).toEqual(['x1'])
  })

  it('times out when a call is never answered', async () => {
    const cloud = await startCalling(300)
    // Its environment is warm then.
    await cloud.invoke('Calling', { count: 0 })
    cloud.faults.inject({ service: 'sqs', kind: 'time-out', caller: 'Calling' })
    const begin = cloud.clock.now()
    const struck = new Promise<void>((resolve) => {
      cloud.listen({ onFault: () => resolve() })
    })
    const invoked = cloud.invoke('Calling', { count: 1 })
    await struck
    await cloud.clock.advance('10m')
    expect(await invoked).toMatchObject({ kind: 'function-error', errorType: 'Sandbox.Timedout' })
    const { end } = cloud.invocations('Calling').at(-1) ?? {}
    expect((end?.getTime() ?? 0) - begin).toBeGreaterThanOrEqual(300_000)
    expect(await bodies(cloud)).toEqual([])
  })
})
