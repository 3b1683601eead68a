import { describe, expect, it, onTestFinished } from 'vitest'
import { CustomResources } from '../../../lib/local/cloudformation/custom-resource/custom-resources.js'
import type { FunctionInvoker } from '../../../lib/local/function-invoker.js'

const RESOURCE = {
  logicalId: 'Made',
  type: 'Custom::Thing',
  properties: { ServiceToken: 'maker' },
  generatedName: 'Shop-Made-1',
  stackId: 'stack',
}

function customResources(invoke: FunctionInvoker['invoke']): CustomResources {
  const resources = new CustomResources(
    { invoke, invokeAsynchronously: async () => undefined },
    // Time passes at once.
    { now: () => 0, sleep: async () => undefined },
  )
  onTestFinished(() => resources.stop())
  return resources
}

describe('a custom resource is not provisioned', () => {
  it('when its function does not answer', async () => {
    const { provision } = customResources(async () => ({ kind: 'success', payload: null }))
    await expect(provision(RESOURCE)).rejects.toMatchObject({
      name: 'NotProvisioned',
      message: 'its function did not answer',
    })
  })

  it('when its function fails or does not exist', async () => {
    const failing = customResources(async () => ({
      kind: 'function-error',
      errorType: 'Error',
      errorMessage: 'broken',
    }))
    await expect(failing.provision(RESOURCE)).rejects.toThrow('broken')
    const missing = customResources(async () => {
      throw new Error('Function not found: maker')
    })
    await expect(missing.provision(RESOURCE)).rejects.toMatchObject({
      name: 'NotProvisioned',
      message: 'Function not found: maker',
    })
  })
})

describe('an answer', () => {
  it('counts once, by PUT, and only for the request that it belongs to', async () => {
    const statuses: number[] = []
    const put = async (url: unknown, method: string): Promise<void> => {
      const { pathname } = new URL(String(url))
      const [, port, id] = pathname.split('/')
      const body = JSON.stringify({ Status: 'SUCCESS', PhysicalResourceId: 'made' })
      const answer = await fetch(`http://127.0.0.1:${port}/${id}`, { method, body })
      statuses.push(answer.status)
    }
    const { provision } = customResources(async (_name, payload) => {
      const { ResponseURL: url } = payload as { readonly ResponseURL: string }
      await put(`${url}x`, 'PUT')
      await put(url, 'POST')
      await put(url, 'PUT')
      await put(url, 'PUT')
      return { kind: 'success', payload: null }
    })
    expect(await provision(RESOURCE)).toEqual({ ref: 'made', attributes: {} })
    expect(statuses).toEqual([403, 403, 200, 403])
  })

  it('counts even when the function fails after it', async () => {
    const { provision } = customResources(async (_name, payload) => {
      const { ResponseURL: url } = payload as { readonly ResponseURL: string }
      const [, port, id] = new URL(url).pathname.split('/')
      await fetch(`http://127.0.0.1:${port}/${id}`, { method: 'PUT', body: '{"Status":"SUCCESS"}' })
      return { kind: 'function-error', errorType: 'Error', errorMessage: 'too late' }
    })
    expect(await provision(RESOURCE)).toMatchObject({ ref: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })
})
