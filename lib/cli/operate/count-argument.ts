import { InvalidArgumentError } from 'commander'

/** A whole number from 1 to `max`, for a flag. */
export function countArgument(max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : 0
    if (value < 1 || value > max) throw new InvalidArgumentError(`Expected a whole number from 1 to ${max}.`)
    return value
  }
}
