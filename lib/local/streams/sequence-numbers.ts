/**
 * AWS's sequence numbers have 21 to 40 digits. These are in order as numbers, and get longer as they count on: code
 * that compares them as text fails here as it does there.
 */
const UNIT = 10n ** 20n

export class SequenceNumbers {
  #last = 0n

  next(): bigint {
    this.#last += 1n
    return this.#last * UNIT
  }
}
