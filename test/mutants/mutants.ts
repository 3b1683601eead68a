import type { Mutant } from './mutant.js'

/** One safeguard after the other is taken away: whoever thinks that one of them is needless finds here what it is for. */
export const MUTANTS: readonly Mutant[] = [
  {
    without: 'the fence',
    file: 'lib/store/transitions.ts',
    text: "const isAsSeen: Clause = { attribute: 'due', equals: given('seenDue') }",
    instead: 'const isAsSeen: Clause = isPending',
    killedBy: 'test/guarantees/faults/sweeper-past-its-lease.int.test.ts',
  },
  {
    without: 'the look-up',
    file: 'lib/relay/triage.ts',
    text: "else if (state.status !== 'PENDING' || owner(state) !== 'P') {",
    instead: "else if (state.status === 'DEAD') {",
    killedBy: 'test/guarantees/relay-killed-before-the-mark.int.test.ts',
  },
  {
    without: 'the condition of the mark',
    file: 'lib/store/transitions.ts',
    text: "remove: ['shard'],\n    when: [isNotPublished],",
    instead: "remove: ['shard'],\n    when: [],",
    killedBy: 'test/store/transitions.int.test.ts',
  },
  {
    without: 'a mark that beats a death',
    file: 'lib/store/transitions.ts',
    text: "isOneOf: ['PENDING', 'DEAD']",
    instead: "isOneOf: ['PENDING']",
    killedBy: 'test/model/passes.unit.test.ts',
  },
  {
    without: 'the filter',
    file: 'lib/cdk/relay-mapping.ts',
    text: 'filters: [FilterCriteria.filter(freshRowsOfThisRegion())],',
    instead: 'filters: freshRowsOfThisRegion() === undefined ? [] : undefined,',
    killedBy: 'test/guarantees/faults/records-that-are-no-insertion.int.test.ts',
  },
  {
    without: 'the partial response',
    file: 'lib/relay/relay.ts',
    text: 'if (first === undefined) return',
    instead: 'if (first === undefined || first !== undefined) return',
    killedBy: 'test/relay/checkpoint.unit.test.ts',
  },
  {
    without: 'the probe of a sweep',
    file: 'lib/sweeper/sweeper.ts',
    text: 'if (outage !== undefined && !isDenial(outage.code)) {',
    instead: 'if (outage !== undefined && !isDenial(outage.code) && Number.isNaN(times.levelsUntil)) {',
    killedBy: 'test/sweeper/claims.unit.test.ts',
  },
  {
    without: 'the look at the bus before a call',
    file: 'lib/destination/event-bridge-destination.ts',
    text: 'if (age >= 0 && age + callTimeout <= BUS_SEEN_FOR) return undefined',
    instead: 'if (age !== callTimeout || BUS_SEEN_FOR > 0) return undefined',
    killedBy: 'test/guarantees/outages/missing-bus.int.test.ts',
  },
  {
    without: 'the death that a notice is about',
    file: 'lib/store/transitions.ts',
    text: "const isThisDeath: Clause = { attribute: 'diedAt', equals: given('diedAt') }",
    instead: "const isThisDeath: Clause = { attribute: 'status', equals: literal('DEAD') }",
    killedBy: 'test/model/passes.unit.test.ts',
  },
  {
    without: 'the proof that an object is written before its rows are deleted',
    file: 'lib/sweeper/archiver.ts',
    text: 'await archive.write(object.hour, joined(object))',
    instead: 'await archive.write(object.hour, joined(object)).catch(() => undefined)',
    killedBy: 'test/sweeper/archiver.unit.test.ts',
  },
  {
    without: 'the condition under which an archived row is deleted',
    file: 'lib/store/transitions.ts',
    text: 'when: [isPublished, isAsSeen] },',
    instead: 'when: [isAsSeen] },',
    killedBy: 'test/store/transitions.int.test.ts',
  },
]
