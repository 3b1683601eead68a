import type { RowAttribute, Transition } from '../../lib/store/transition.js'
import { TRANSITIONS, type TransitionName } from '../../lib/store/transitions.js'
import { type Fault, ONE_EVENT, type Settings, TWO_EVENTS } from './config.js'
import { INVARIANT, type Invariant } from './invariants.js'

type Transitions = Readonly<Record<TransitionName, Transition>>

/** One mistake, in the state machine's data or in what the workers do, and what it must be found by. */
export interface Mutation {
  readonly settings: Settings
  readonly breaks: Invariant
}

/** The transitions, some of them without their clause about an attribute. */
export function withoutClause(attribute: RowAttribute, ...names: readonly TransitionName[]): Transitions {
  return changed(names, ({ when, ...rest }) => ({
    ...rest,
    when: when.filter((clause) => clause.attribute !== attribute),
  }))
}

/** The transitions, one of them leaving an attribute where it is. */
function withoutRemove(attribute: RowAttribute, name: TransitionName): Transitions {
  return changed([name], ({ remove = [], ...rest }) => ({
    ...rest,
    remove: remove.filter((removed) => removed !== attribute),
  }))
}

function unconditional(name: TransitionName): Transitions {
  return changed([name], (transition) => ({ ...transition, when: [] }))
}

function changed(
  names: readonly TransitionName[],
  change: (transition: Transition) => Transition,
): Transitions {
  const entries = names.map((name) => {
    const mutant = change(TRANSITIONS[name])
    if (JSON.stringify(mutant) === JSON.stringify(TRANSITIONS[name]))
      throw new TypeError(`There is nothing to leave out in \`${name}\``)
    return [name, mutant] as const
  })
  return { ...TRANSITIONS, ...Object.fromEntries(entries) }
}

const TWO_SWEEPERS = { ...ONE_EVENT, sweepers: 2 } as const
const FAILURES: readonly Fault[] = ['leaseLapses', 'recordFails', 'isolated', 'outage', 'rejected']
const SETTLING: readonly TransitionName[] = ['release', 'handOver', 'handOverFailed', 'die']

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'no write is fenced': {
    settings: {
      ...TWO_SWEEPERS,
      faults: 3,
      kinds: FAILURES,
      transitions: withoutClause('due', 'claim', ...SETTLING),
    },
    breaks: INVARIANT.leaseStolen,
  },
  'settling is not fenced': {
    settings: { ...TWO_SWEEPERS, faults: 3, kinds: FAILURES, transitions: withoutClause('due', ...SETTLING) },
    breaks: INVARIANT.fence,
  },
  'the claim is not fenced': {
    settings: {
      ...TWO_SWEEPERS,
      faults: 1,
      kinds: ['recordFails', 'outage'],
      transitions: withoutClause('due', 'claim'),
    },
    breaks: INVARIANT.leaseStolen,
  },
  'the claim asks for no status': {
    settings: {
      ...TWO_SWEEPERS,
      faults: 2,
      kinds: ['recordFails', 'leaseLapses'],
      transitions: withoutClause('status', 'claim'),
    },
    breaks: INVARIANT.ownerFitsStatus,
  },
  'the relay does not look up': {
    settings: {
      ...TWO_EVENTS,
      faults: 1,
      kinds: ['outage', 'throttled', 'relayCrash'],
      protocol: { looksUp: false },
      overlapsAllowed: false,
    },
    breaks: INVARIANT.duplicates,
  },
  'a redrive is not bound to its death': {
    settings: {
      ...ONE_EVENT,
      faults: 2,
      redrives: 2,
      kinds: ['rejected', 'messageTwice'],
      transitions: withoutClause('diedAt', 'redrive'),
    },
    breaks: INVARIANT.oneRedelivery,
  },
  'a redrive asks for no status': {
    settings: {
      ...ONE_EVENT,
      faults: 2,
      redrives: 2,
      ttl: true,
      kinds: ['rejected', 'messageTwice', 'answerLost', 'recordFails'],
      transitions: withoutClause('status', 'redrive'),
    },
    breaks: INVARIANT.oneRedelivery,
  },
  'the notice goes out before the row dies': {
    settings: { ...ONE_EVENT, relays: 2, faults: 1, kinds: ['rejected'], protocol: { rowDiesFirst: false } },
    breaks: INVARIANT.noticeOwedOrSent,
  },
  'the notice is not bound to its death': {
    settings: {
      ...TWO_SWEEPERS,
      faults: 3,
      redrives: 2,
      kinds: ['rejected', 'sweeperCrash', 'queueFails', 'messageTwice', 'relayCrash'],
      transitions: withoutClause('diedAt', 'noticeSent'),
    },
    breaks: INVARIANT.noticeOwedOrSent,
  },
  'the mark has no condition': {
    settings: { ...ONE_EVENT, relays: 2, ttl: true, transitions: unconditional('publish') },
    breaks: INVARIANT.noCreation,
  },
  'the TTL is written without a condition': {
    settings: {
      ...TWO_SWEEPERS,
      faults: 1,
      archive: true,
      ttl: true,
      kinds: ['archiveOff'],
      transitions: unconditional('expire'),
    },
    breaks: INVARIANT.noCreation,
  },
  'the claim has no condition and makes every row pending': {
    settings: {
      ...ONE_EVENT,
      relays: 2,
      faults: 1,
      kinds: ['recordFails'],
      transitions: changed(['claim'], (claim) => ({
        ...claim,
        set: { ...claim.set, status: { literal: 'PENDING' } },
        when: [],
      })),
    },
    breaks: INVARIANT.publishedStays,
  },
  'a published row stays in the index': {
    settings: { ...ONE_EVENT, transitions: withoutRemove('shard', 'publish') },
    breaks: INVARIANT.ownerFitsStatus,
  },
  'nobody sends the notices that are owed': {
    settings: {
      ...ONE_EVENT,
      faults: 2,
      kinds: ['rejected', 'relayCrash'],
      protocol: { sweeperSendsNotices: false },
    },
    breaks: INVARIANT.liveness,
  },
  'a row has its TTL from birth': {
    settings: { ...ONE_EVENT, faults: 1, kinds: ['rejected'], protocol: { expiresPublishedOnly: false } },
    breaks: INVARIANT.deletedPublished,
  },
  'a redrive keeps the attempts': {
    settings: {
      ...ONE_EVENT,
      faults: 4,
      redrives: 1,
      kinds: ['recordFails'],
      transitions: withoutRemove('attempts', 'redrive'),
    },
    breaks: INVARIANT.cleanAccount,
  },
  'the sweeper claims what is not due': {
    settings: { ...TWO_SWEEPERS, faults: 1, kinds: ['recordFails'], protocol: { checksDue: false } },
    breaks: INVARIANT.leaseStolen,
  },
  'two fences may be equal': {
    settings: {
      ...TWO_SWEEPERS,
      faults: 4,
      kinds: ['leaseLapses', 'outage', 'recordFails'],
      protocol: { fencesDiffer: false },
    },
    breaks: INVARIANT.leaseStolen,
  },
  'there is no probe': {
    settings: { ...ONE_EVENT, events: [{ aggregate: 0, kind: 'poison' }], protocol: { probes: false } },
    breaks: INVARIANT.liveness,
  },
  'the bus is checked once': {
    settings: { ...ONE_EVENT, faults: 1, kinds: ['busDeleted'], protocol: { checksBusAgain: false } },
    breaks: INVARIANT.busSeen,
  },
  'grace is not kept': {
    settings: { ...ONE_EVENT, protocol: { keepsGrace: false }, overlapsAllowed: false },
    breaks: INVARIANT.duplicates,
  },
}
