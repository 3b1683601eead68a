import type { ChangeResult, OutboxStore, RowChange } from '../store/outbox-store.js'
import { keyText } from '../store/row-key.js'

/**
 * A fenced step whose answer was lost is repeated, by us or by the SDK, and then finds its own fence: DynamoDB says
 * that the condition failed. The row itself tells whether the step was ours, for no two fences are the same. Without
 * this, a row could die without anybody sending its notice.
 */
export async function confirmLost(
  changes: readonly RowChange[],
  results: readonly ChangeResult[],
  store: OutboxStore,
): Promise<ChangeResult[]> {
  const doubtful = changes.filter(
    ({ values }, index) => results[index]?.kind === 'lost' && values.newDue !== undefined,
  )
  if (doubtful.length === 0) return [...results]
  try {
    const { states } = await store.lookUp(doubtful.map(({ key }) => key))
    return results.map((result, index) => {
      const change = changes[index]
      const isOurs =
        result.kind === 'lost' &&
        change?.values.newDue !== undefined &&
        states.get(keyText(change.key))?.due === change.values.newDue
      return isOurs ? { kind: 'done' } : result
    })
  } catch {
    // It stays lost: the row is where it should be, and the sweeper sends a notice that is owed.
    return [...results]
  }
}
