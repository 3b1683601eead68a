import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

/**
 * The host of a custom resource's `ResponseURL`: `https://<host>/<port>/<id>`. The functions that the CDK brings along
 * keep nothing of that URL but its host and its path, and always answer by TLS on port 443.
 */
export const ANSWER_HOST = 'cloudformation-custom-resource-response.localhost'

const ANSWER_URL = new RegExp(`^https://${ANSWER_HOST}/(\\d+)(/.*)$`)

let installed = false

/** Lets requests to the `ResponseURL` reach the local cloud, which listens on another port and without TLS. */
export function redirectAnswers(): void {
  if (installed) return
  installed = true
  const request = https.request.bind(https)
  const redirected = (...args: readonly unknown[]): unknown => {
    const target = targetOf(args)
    if (target === undefined) return Reflect.apply(request, https, args)
    const options = args.find((arg) => typeof arg === 'object' && !(arg instanceof URL)) ?? {}
    const { agent: _tls, host: _host, ...kept } = options as https.RequestOptions
    const callback = args.find((arg) => typeof arg === 'function')
    return Reflect.apply(http.request, http, [
      { ...kept, ...target },
      ...(callback === undefined ? [] : [callback]),
    ])
  }
  Object.assign(https, { request: redirected })
  // For modules that import `request` by name.
  syncBuiltinESMExports()

  const realFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const answer = typeof input === 'string' || input instanceof URL ? ANSWER_URL.exec(String(input)) : null
    if (answer === null) return realFetch(input, init)
    const [, port, path] = answer
    return realFetch(`http://127.0.0.1:${port}${path}`, init)
  }
}

function targetOf(
  args: readonly unknown[],
): Pick<http.RequestOptions, 'protocol' | 'hostname' | 'port' | 'path'> | undefined {
  const [first] = args
  const url = typeof first === 'string' || first instanceof URL ? String(first) : urlOf(first)
  const [, port, path] = ANSWER_URL.exec(url) ?? []
  if (port === undefined || path === undefined) return undefined
  return { protocol: 'http:', hostname: '127.0.0.1', port: Number(port), path }
}

function urlOf(options: unknown): string {
  const { hostname, host, path } = options as https.RequestOptions
  return `https://${hostname ?? host}${path}`
}
