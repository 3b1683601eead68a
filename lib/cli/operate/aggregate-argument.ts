import { InvalidArgumentError } from 'commander'

/** An aggregate, as a flag names it. */
export interface AggregateName {
  readonly aggregateType: string
  readonly aggregateId: string
}

/** `Type/id`; an id may hold slashes. @throws InvalidArgumentError that shows the form */
export function aggregateArgument(text: string): AggregateName {
  const slash = text.indexOf('/')
  const aggregateType = text.slice(0, slash)
  const aggregateId = text.slice(slash + 1)
  if (slash < 1 || aggregateId === '' || aggregateType.includes('#'))
    throw new InvalidArgumentError('Expected <Type>/<id>, as Order/42.')
  return { aggregateType, aggregateId }
}
