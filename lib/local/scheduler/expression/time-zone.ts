import { InvalidExpression } from './invalid-expression.js'

const DAY = 86_400_000

/**
 * A zone of the IANA time zone database. A wall time is what its clocks show, as the milliseconds since the epoch at
 * which a clock in UTC shows the same.
 */
export class TimeZone {
  static readonly UTC: TimeZone = new TimeZone('UTC')
  readonly #format: Intl.DateTimeFormat

  /** @throws InvalidExpression when there is no such zone */
  constructor(name: string) {
    try {
      this.#format = new Intl.DateTimeFormat('en-US', {
        timeZone: name,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      })
    } catch {
      throw new InvalidExpression(`There is no time zone \`${name}\``)
    }
  }

  /** To the second. */
  wallTime(instant: number): number {
    const parts = new Map(this.#format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
    return Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    )
  }

  /** When clocks show this: the first time, if they show it twice; `undefined` when they skip it. */
  instant(wallTime: number): number | undefined {
    // Zones change their offset less than once in two days, so these are all that can be in force.
    const offsets = [wallTime - DAY, wallTime + DAY].map((near) => this.wallTime(near) - near)
    const instants = offsets.map((offset) => wallTime - offset)
    const matching = instants.filter((instant) => this.wallTime(instant) === wallTime)
    return matching.length === 0 ? undefined : Math.min(...matching)
  }
}
