import type { Clause, Operand, RowAttribute, Transition } from '../../lib/store/transition.js'
import { ROW, type State } from './layout.js'
import { AGE, OWNER, STATUS, THERE } from './vocabulary.js'

/** What a worker supplies, as the model knows it: fences and deaths are small numbers. */
export interface StepValues {
  readonly seenDue?: number
  readonly newDue?: number
  /** `newDue` is now, not later. */
  readonly dueNow?: boolean
  readonly newOwner?: number
  readonly diedAt?: number
  readonly attempts?: number
}

/** A transition on the row at an offset of a state. */
export interface AbstractStep {
  /** False, and nothing is written, where the condition does not hold. */
  readonly apply: (state: State, offset: number, values: StepValues) => boolean
  /** No clause at all: such a write would make a row that is not there. */
  readonly unconditional: boolean
}

/** Attributes that no worker decides by; a clause or a step that says more of them than "set" is refused. */
const BESIDE: ReadonlySet<RowAttribute> = new Set([
  'publishedAt',
  'failedAt',
  'error',
  'claims',
  'deaths',
  'redrivenAt',
  'redrivenBy',
])

const FIELD: { readonly [Name in RowAttribute]?: number } = {
  status: ROW.status,
  shard: ROW.owner,
  due: ROW.due,
  diedAt: ROW.diedAt,
  attempts: ROW.attempts,
  ttl: ROW.ttl,
}

const MAX_ATTEMPTS = 2

type Write = (state: State, offset: number, values: StepValues) => void
type Test = (state: State, offset: number, values: StepValues) => boolean

/** The very data that the code renders for DynamoDB, made executable on a row of the model. */
export function abstractStep({ set, remove = [], when, deletes }: Transition): AbstractStep {
  const tests = when.map(testOf)
  const writes = (Object.entries(set) as [RowAttribute, Operand][]).flatMap(([name, operand]) =>
    writeOf(name, operand),
  )
  const removes = remove.flatMap(removeOf)
  return {
    unconditional: tests.length === 0,
    apply: (state, offset, values) => {
      // A clause about an attribute of a row that is not there never holds.
      if (state[offset + ROW.there] !== THERE.yes) {
        if (tests.length > 0) return false
        state[offset + ROW.there] = THERE.yes
      }
      for (const test of tests) if (!test(state, offset, values)) return false
      for (const write of writes) write(state, offset, values)
      for (const write of removes) write(state, offset, values)
      if (deletes === true) state[offset + ROW.there] = THERE.gone
      return true
    },
  }
}

function testOf(clause: Clause): Test {
  const field = fieldOf(clause.attribute)
  if ('isOneOf' in clause) {
    const statuses = clause.isOneOf.map((status) => STATUS[status])
    return (state, offset) => statuses.some((status) => status === state[offset + field])
  }
  const value = valueFor(clause.attribute, clause.equals)
  return (state, offset, values) => state[offset + field] === value(values)
}

function writeOf(attribute: RowAttribute, operand: Operand): Write[] {
  if (BESIDE.has(attribute)) return []
  const field = fieldOf(attribute)
  const value = valueFor(attribute, operand)
  const write: Write = (state, offset, values) => {
    state[offset + field] = value(values)
  }
  if (attribute !== 'due') return [write]
  const age: Write = (state, offset, { dueNow }) => {
    state[offset + ROW.age] = dueNow === true ? AGE.due : AGE.young
  }
  return [write, age]
}

function removeOf(attribute: RowAttribute): Write[] {
  if (BESIDE.has(attribute)) return []
  const field = fieldOf(attribute)
  const absent = attribute === 'shard' ? OWNER.none : 0
  return [
    (state, offset) => {
      state[offset + field] = absent
    },
  ]
}

function valueFor(attribute: RowAttribute, operand: Operand): (values: StepValues) => number {
  if ('literal' in operand) {
    const status = Object.entries(STATUS).find(([name]) => name === operand.literal)?.[1]
    if (attribute !== 'status' || status === undefined)
      throw new TypeError(`The model does not know the value \`${operand.literal}\` of \`${attribute}\``)
    return () => status
  }
  switch (operand.parameter) {
    case 'seenDue':
    case 'newDue':
    case 'diedAt': {
      const { parameter } = operand
      return (values) => supplied(values[parameter], parameter)
    }
    case 'newShard':
      return ({ newOwner }) => supplied(newOwner, 'newShard')
    case 'attempts':
      return ({ attempts }) => Math.min(MAX_ATTEMPTS, supplied(attempts, 'attempts'))
    case 'expiresAt':
      return () => 1
    default:
      throw new TypeError(
        `The model does not know the parameter \`${operand.parameter}\` of \`${attribute}\``,
      )
  }
}

function supplied(value: number | undefined, parameter: string): number {
  if (value === undefined) throw new TypeError(`The transition needs \`${parameter}\``)
  return value
}

function fieldOf(attribute: RowAttribute): number {
  const field = FIELD[attribute]
  if (field === undefined) throw new TypeError(`The model does not know the attribute \`${attribute}\``)
  return field
}
