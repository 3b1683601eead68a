import { type ItemChange, itemKey } from './item-change.js'

export interface DisorderOptions {
  /** False: those that come at once come as they were made. */
  readonly shuffle: boolean
  /** The share of transactions of which some records come later, 0 to 1. */
  readonly delayedTransactions: number
  /** From 0 to below 1. */
  readonly random: () => number
}

export interface Disordered {
  readonly now: readonly ItemChange[]
  /** These come with the next records, or after somebody has read the others. */
  readonly later: readonly ItemChange[]
}

/**
 * Puts changes into an order in which AWS may give them: those of transactions anywhere among each other, some of them
 * later than the rest. Only the changes of one item keep their order.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 * @param changes in the order in which they were made
 * @param transactions for each one the places of its changes
 */
export function disorder(
  changes: readonly ItemChange[],
  transactions: readonly (readonly number[])[],
  options: DisorderOptions,
): Disordered {
  const shuffled = options.shuffle ? shufflePlaces(changes, transactions.flat(), options.random) : changes
  const late = new Set(transactions.flatMap((transaction) => latecomers(changes, transaction, options)))
  const now: ItemChange[] = []
  const later: ItemChange[] = []
  for (const change of shuffled) {
    // Whatever follows a late change of an item is late, too.
    if (late.has(itemKey(change.keys))) later.push(change)
    else now.push(change)
  }
  return { now, later }
}

/** The earlier changes, mixed into the later ones; each list keeps its order. */
export function mix<T>(earlier: readonly T[], later: readonly T[], random: () => number): T[] {
  const mixed: T[] = []
  let [taken, given] = [0, 0]
  while (taken < earlier.length || given < later.length) {
    const left = earlier.length - taken
    const takesEarlier = random() * (left + later.length - given) < left
    const next = takesEarlier ? earlier[taken++] : later[given++]
    if (next !== undefined) mixed.push(next)
  }
  return mixed
}

function shufflePlaces(
  changes: readonly ItemChange[],
  places: readonly number[],
  random: () => number,
): readonly ItemChange[] {
  const shuffled = [...changes]
  for (let index = places.length - 1; index > 0; index -= 1) {
    const [one = 0, other = 0] = [places[index], places[Math.floor(random() * (index + 1))]]
    swap(shuffled, one, other)
  }
  return restoreItemOrder(changes, shuffled)
}

function swap<T>(list: T[], one: number, other: number): void {
  const [first, second] = [list[one], list[other]]
  if (first === undefined || second === undefined) return
  list[one] = second
  list[other] = first
}

/** Each item's changes take the places that the item has now, in the order in which they were made. */
function restoreItemOrder(
  made: readonly ItemChange[],
  shuffled: readonly ItemChange[],
): readonly ItemChange[] {
  const byItem = new Map<string, ItemChange[]>()
  for (const change of made) {
    const key = itemKey(change.keys)
    const known = byItem.get(key)
    if (known === undefined) byItem.set(key, [change])
    else known.push(change)
  }
  return shuffled.map((change) => byItem.get(itemKey(change.keys))?.shift() ?? change)
}

/** The items of a transaction that come late: some, never all. */
function latecomers(
  changes: readonly ItemChange[],
  transaction: readonly number[],
  { delayedTransactions, random }: DisorderOptions,
): readonly string[] {
  if (transaction.length < 2 || random() >= delayedTransactions) return []
  const items = transaction.flatMap((place) => {
    const change = changes[place]
    return change === undefined ? [] : [itemKey(change.keys)]
  })
  const spared = Math.floor(random() * items.length)
  const late = items.filter((_, index) => index !== spared && random() < 0.5)
  return late.length > 0
    ? late
    : items
        .slice(spared + 1)
        .concat(items.slice(0, spared))
        .slice(0, 1)
}
