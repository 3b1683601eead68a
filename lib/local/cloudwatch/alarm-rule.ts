import { AwsError } from '../aws-error.js'
import type { AlarmState } from './alarm-state.js'

/** Whether the rule holds, given the states of the alarms that it names. */
export type AlarmRule = (stateOf: (nameOrArn: string) => AlarmState) => boolean

const TOKEN =
  /\s*(?:(ALARM|OK|INSUFFICIENT_DATA)\s*\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"'()]+))\s*\)|(TRUE|FALSE|AND|OR|NOT|\(|\)))/y

type Token = { readonly state: AlarmState; readonly name: string } | { readonly word: string }

/**
 * A composite alarm's rule: `ALARM("one") AND (OK("two") OR NOT ALARM("three"))`.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutCompositeAlarm.html
 * @throws AwsError ValidationError
 */
export function parseAlarmRule(text: string): AlarmRule {
  const tokens = tokensOf(text)
  let position = 0
  const wordIs = (word: string): boolean => {
    const token = tokens[position]
    if (token === undefined || !('word' in token) || token.word !== word) return false
    position += 1
    return true
  }

  const either = (): AlarmRule => {
    let left = both()
    while (wordIs('OR')) left = joined(left, both(), (one, other) => one || other)
    return left
  }
  const both = (): AlarmRule => {
    let left = negated()
    while (wordIs('AND')) left = joined(left, negated(), (one, other) => one && other)
    return left
  }
  const negated = (): AlarmRule => {
    if (!wordIs('NOT')) return single()
    const inner = negated()
    return (stateOf) => !inner(stateOf)
  }
  const single = (): AlarmRule => {
    if (wordIs('(')) {
      const inner = either()
      if (!wordIs(')')) throw unreadable(text)
      return inner
    }
    if (wordIs('TRUE')) return () => true
    if (wordIs('FALSE')) return () => false
    const token = tokens[position]
    if (token === undefined || !('state' in token)) throw unreadable(text)
    position += 1
    return (stateOf) => stateOf(token.name) === token.state
  }

  const rule = either()
  if (position < tokens.length) throw unreadable(text)
  return rule
}

function joined(
  left: AlarmRule,
  right: AlarmRule,
  join: (left: boolean, right: boolean) => boolean,
): AlarmRule {
  return (stateOf) => join(left(stateOf), right(stateOf))
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let position = 0
  while (text.slice(position).trim() !== '') {
    TOKEN.lastIndex = position
    const match = TOKEN.exec(text)
    if (match === null) throw unreadable(text)
    const [, state, double, single, plain, word] = match
    position = TOKEN.lastIndex
    tokens.push(
      state === undefined
        ? { word: word ?? '' }
        : { state: state as AlarmState, name: double ?? single ?? plain ?? '' },
    )
  }
  return tokens
}

function unreadable(text: string): AwsError {
  return new AwsError('ValidationError', `The local cloud cannot read the alarm rule ${text}`)
}
