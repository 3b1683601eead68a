import { expect, it } from 'vitest'
import { CrashPlan } from '../../../lib/local/faults/crash-plan.js'
import type { ApiCall } from '../../../lib/local/service.js'

const call: ApiCall = {
  service: 'sqs',
  operation: 'SendMessage',
  region: 'us-east-1',
  caller: { kind: 'function', name: 'Worker', environmentId: 'one' },
  input: {},
  idle: (waiting) => waiting(),
}

it('calls that an environment makes between two invocations are not those of an invocation', () => {
  const plan = new CrashPlan(
    { call: 2, when: 'before' },
    { callerName: 'Worker', functionName: 'worker', kill: async () => undefined },
  )
  const common = { functionName: 'worker', at: new Date(0) }
  const begin = (requestId: string): void =>
    plan.onInvocation({ kind: 'begin', ...common, requestId, environmentId: 'one', payloadBytes: 0 })
  begin('first')
  expect(plan.strikes(call)).toBe(false)
  plan.onInvocation({ kind: 'end', ...common, requestId: 'first' })
  expect([plan.strikes(call), plan.strikes(call), plan.strikes(call)]).toEqual([false, false, false])
  begin('second')
  expect([plan.strikes(call), plan.strikes(call), plan.strikes(call)]).toEqual([false, true, false])
})
