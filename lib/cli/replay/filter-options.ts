import { type Command, InvalidArgumentError } from 'commander'
import type { Clock } from '../../clock.js'
import { type AggregateName, aggregateArgument } from '../operate/aggregate-argument.js'
import { timeArgument } from './time-argument.js'

/** Which delivered events are meant, as flags say it. */
export interface FilterOptions {
  /** ISO 8601, UTC, milliseconds. */
  readonly since?: string
  readonly until?: string
  readonly type?: readonly string[]
  readonly aggregate?: AggregateName
  readonly context?: Readonly<Record<string, string>>
  readonly event?: string
}

export function withFilterOptions(command: Command, clock: Clock): Command {
  return withRangeOptions(command.optionsGroup('Which events:'), clock)
    .option('--type <type>', "EventBridge's detail-type, repeatable", collected)
    .option('--aggregate <Type/id>', 'of this aggregate', aggregateArgument)
    .option('--context <key=value>', 'with this in their context, repeatable: all of them', contextArgument)
    .option('--event <id>', 'this one')
}

export function withRangeOptions(command: Command, clock: Clock): Command {
  const time = timeArgument(clock.now)
  return command
    .option('--since <time>', 'occurred then or later: 2026-11-30T09:00Z, or 2h, 3d ago', time)
    .option('--until <time>', 'occurred before (default: now)', time)
}

function collected(text: string, before: readonly string[] = []): readonly string[] {
  if (text === '') throw new InvalidArgumentError('Expected a type, got nothing.')
  return [...before, text]
}

function contextArgument(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const equals = text.indexOf('=')
  if (equals < 1) throw new InvalidArgumentError('Expected <key>=<value>, as tenant=acme.')
  const key = text.slice(0, equals)
  if (Object.hasOwn(before, key)) throw new InvalidArgumentError(`Expected ${key} once: an event has one.`)
  return { ...before, [key]: text.slice(equals + 1) }
}
