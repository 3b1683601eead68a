import { type Fault, ONE_EVENT, type Settings, TWO_EVENTS } from './config.js'

const ALL_FAULTS = [
  'relayCrash',
  'sweeperCrash',
  'answerLost',
  'outage',
  'throttled',
  'recordFails',
  'isolated',
  'rejected',
  'markFails',
  'tableFails',
  'queueFails',
  'leaseLapses',
  'mappingGivesUp',
] as const satisfies readonly Fault[]

const WITHOUT_LAPSES: readonly Fault[] = ALL_FAULTS.filter((fault) => fault !== 'leaseLapses')

const GOOD = { aggregate: 0, kind: 'good' } as const
const OF_TWO_AGGREGATES = { ...TWO_EVENTS, events: [GOOD, { aggregate: 1, kind: 'good' }] } as const

/** An archive that may be switched off, deaths, redrives, and messages that come twice. */
const DEATHS = {
  ...ONE_EVENT,
  sweepers: 2,
  redrives: 2,
  archive: true,
  ttl: true,
  kinds: [...ALL_FAULTS, 'messageTwice', 'archiveOff'],
} as const satisfies Settings

/** Seconds each: part of every check. `faults` is how many may happen in one run, of any kind, at any moment. */
export const BOUNDED_RUNS: Readonly<Record<string, Settings>> = {
  'one relay and one sweeper, three faults': { ...TWO_EVENTS, faults: 3, kinds: WITHOUT_LAPSES },
  'one relay and two sweepers, two faults': { ...TWO_EVENTS, sweepers: 2, faults: 2, kinds: ALL_FAULTS },
  'two relays and two sweepers, one fault': {
    ...TWO_EVENTS,
    relays: 2,
    sweepers: 2,
    faults: 1,
    kinds: ALL_FAULTS,
  },
  'two aggregates, two sweepers, two faults': {
    ...OF_TWO_AGGREGATES,
    sweepers: 2,
    faults: 2,
    kinds: ALL_FAULTS,
  },
  'deaths and two redrives, two sweepers, three faults': { ...DEATHS, faults: 3 },
  'deaths and two redrives, two relays, two sweepers, two faults': { ...DEATHS, relays: 2, faults: 2 },
  'a scheduled event': {
    ...TWO_EVENTS,
    events: [GOOD, { ...GOOD, scheduled: true }],
    log: [0],
    sweepers: 2,
    faults: 2,
    kinds: ALL_FAULTS,
  },
  'an event that always fails and one that is always rejected': {
    ...TWO_EVENTS,
    events: [
      { aggregate: 0, kind: 'poison' },
      { aggregate: 1, kind: 'bad' },
    ],
    sweepers: 2,
    faults: 1,
    kinds: ALL_FAULTS,
  },
  'one transaction whose records are out of order': {
    ...TWO_EVENTS,
    transactions: [[0, 1]],
    log: [1, 0],
    sweepers: 2,
    faults: 2,
    kinds: ALL_FAULTS,
  },
  'a mapping that is disabled, updated and enabled': {
    ...TWO_EVENTS,
    faults: 2,
    kinds: ['mappingDisabled', 'mappingUpdating', 'relayCrash', 'sweeperCrash', 'answerLost', 'markFails'],
  },
  'a bus that is deleted and made again': {
    ...TWO_EVENTS,
    faults: 3,
    kinds: ['busDeleted', 'relayCrash', 'answerLost', 'markFails', 'outage'],
  },
  'an archive that is switched off': {
    ...DEATHS,
    faults: 3,
    redrives: 1,
    kinds: [
      'archiveOff',
      'relayCrash',
      'sweeperCrash',
      'markFails',
      'answerLost',
      'leaseLapses',
      'rejected',
      'messageTwice',
    ],
  },
  'answers of the table that are lost': {
    ...DEATHS,
    relays: 2,
    faults: 2,
    redrives: 1,
    kinds: ['tableAnswerLost', 'recordFails', 'rejected', 'outage', 'leaseLapses', 'messageTwice'],
  },
  // Without a second worker on an event, only faults may explain a duplicate.
  'duplicates of one relay and one sweeper': {
    ...TWO_EVENTS,
    faults: 2,
    kinds: WITHOUT_LAPSES,
    overlapsAllowed: false,
  },
}

/** Two workers of each kind on one row that dies and is redriven: where a mistake in any transition shows. */
export const CONTEST: Settings = {
  ...DEATHS,
  relays: 2,
  faults: 3,
  kinds: ['recordFails', 'isolated', 'rejected', 'outage', 'leaseLapses', 'archiveOff'],
}

/** Minutes and gigabytes, the largest last: part of the full check. */
export const LARGE_RUNS: Readonly<Record<string, Settings>> = {
  'one relay and one sweeper, four faults': { ...TWO_EVENTS, faults: 4, kinds: WITHOUT_LAPSES },
  'a bus that is deleted, two sweepers, three faults': {
    ...TWO_EVENTS,
    sweepers: 2,
    faults: 3,
    kinds: [
      'busDeleted',
      'relayCrash',
      'sweeperCrash',
      'answerLost',
      'markFails',
      'outage',
      'recordFails',
      'leaseLapses',
    ],
  },
  'answers of the table that are lost, three faults': {
    ...DEATHS,
    relays: 2,
    faults: 3,
    redrives: 1,
    kinds: [...ALL_FAULTS, 'tableAnswerLost', 'messageTwice'],
  },
  'deaths and two redrives, two sweepers, five faults': { ...DEATHS, faults: 5 },
  'two events, deaths and a redrive, three faults': {
    ...TWO_EVENTS,
    sweepers: 2,
    faults: 3,
    redrives: 1,
    ttl: true,
    kinds: [...ALL_FAULTS, 'messageTwice'],
  },
  'one relay and two sweepers, four faults': { ...TWO_EVENTS, sweepers: 2, faults: 4, kinds: ALL_FAULTS },
  'deaths and two redrives, two relays, two sweepers, three faults': { ...DEATHS, relays: 2, faults: 3 },
  'two relays and two sweepers, two faults': {
    ...TWO_EVENTS,
    relays: 2,
    sweepers: 2,
    faults: 2,
    kinds: ALL_FAULTS,
  },
  'everything at once, one relay and two sweepers, two faults': {
    ...TWO_EVENTS,
    sweepers: 2,
    faults: 2,
    redrives: 1,
    archive: true,
    ttl: true,
    kinds: [
      ...ALL_FAULTS,
      'mappingDisabled',
      'mappingUpdating',
      'busDeleted',
      'messageTwice',
      'archiveOff',
      'tableAnswerLost',
    ],
  },
  'a mapping that is disabled, two sweepers, three faults': {
    ...TWO_EVENTS,
    sweepers: 2,
    faults: 3,
    kinds: [...ALL_FAULTS, 'mappingDisabled'],
  },
  'two relays and one sweeper, three faults': { ...TWO_EVENTS, relays: 2, faults: 3, kinds: ALL_FAULTS },
  'everything at once, two relays and one sweeper, two faults': {
    ...TWO_EVENTS,
    relays: 2,
    faults: 2,
    redrives: 1,
    ttl: true,
    kinds: [...ALL_FAULTS, 'mappingDisabled', 'busDeleted', 'messageTwice'],
  },
}
