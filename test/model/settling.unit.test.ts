import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../lib/delivery/outcome.js'
import { settlements } from '../../lib/delivery/settlement.js'
import { makeRow } from '../delivery/make-row.js'
import { abstractStep } from './abstract-step.js'
import { SETTLING, STEP_OF_OUTCOME } from './settling.js'
import { STEP } from './vocabulary.js'

const error = { code: 'InvalidArgument', message: 'No' }
const OUTCOMES: { readonly [Kind in Outcome['kind']]: Extract<Outcome, { kind: Kind }> } = {
  published: { kind: 'published' },
  rejected: { kind: 'rejected', error },
  record: { kind: 'record', error },
  isolated: { kind: 'isolated', error },
  denied: { kind: 'denied', error },
  along: { kind: 'along' },
  held: { kind: 'held', error },
}

function changeAfter(outcome: Outcome, giveUpAfter?: number, failedAt?: string) {
  const row = makeRow({ id: 'e1', item: failedAt === undefined ? {} : { obFailedAt: failedAt } })
  const now = Date.parse('2026-03-01T12:00:00.000Z')
  const backoff = { base: 60_000, cap: 900_000 }
  const options = { now, random: () => 0.5, retentionSeconds: 60, backoff, giveUpAfter }
  return settlements([row], () => outcome, options)[0]?.change
}

describe('the model settles as the code does:', () => {
  it.each(Object.entries(OUTCOMES))('%s', (kind, outcome) => {
    const step = STEP_OF_OUTCOME[kind as Outcome['kind']]
    const change = changeAfter(outcome)
    if (step === STEP.held) expect(change).toBeUndefined()
    else expect(change?.transition).toBe(SETTLING[step])
    const owner = String(change?.values.newShard ?? '').slice(0, 1)
    expect(owner).toBe(step === STEP.accepted || step === STEP.held ? '' : step === STEP.rejected ? 'N' : 'R')
  })

  it('given up, and not at the first failure', () => {
    const long = '2026-02-28T11:00:00.000Z'
    expect(changeAfter(OUTCOMES.record, 24 * 3_600_000, long)?.transition).toBe(SETTLING[STEP.rejected])
    expect(changeAfter(OUTCOMES.record, 24 * 3_600_000)?.transition).toBe(SETTLING[STEP.failed])
  })
})

describe('the model refuses data that it does not understand:', () => {
  const status = { attribute: 'status', equals: { literal: 'DEAD' } } as const

  it('a clause about an attribute that it does not have', () => {
    const step = { set: {}, when: [{ attribute: 'claims', equals: { parameter: 'claims' } }] } as const
    expect(() => abstractStep(step)).toThrow('The model does not know the attribute `claims`')
  })

  it('a status that it does not have', () => {
    const step = { set: {}, when: [{ attribute: 'status', equals: { literal: 'LOST' } }] } as const
    expect(() => abstractStep(step)).toThrow('The model does not know the value `LOST` of `status`')
  })

  it('a step without what it needs', () => {
    const step = abstractStep({ set: { due: { parameter: 'newDue' } }, when: [] })
    expect(() => step.apply(new Uint8Array(100), 0, {})).toThrow('The transition needs `newDue`')
    expect(() => abstractStep({ set: { source: { literal: 'x' } }, when: [status] })).toThrow('`source`')
  })
})
