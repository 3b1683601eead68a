import type { JsonRecord } from '../record.js'
import type { JsonNode } from './json/json-node.js'

/** An event on its way from a bus to the targets of its rules. */
export interface AcceptedEvent {
  readonly id: string
  /** What patterns are matched against. */
  readonly envelope: JsonRecord
  /** What targets get: the envelope as JSON text around the exact bytes of the detail. */
  readonly text: string
  /** The same as a tree; its `detail` has the exact text that PutEvents got. */
  readonly root: JsonNode
  /** The exact bytes of `Detail`. */
  readonly detailText: string
  /** When PutEvents took it, milliseconds since the epoch. */
  readonly ingestedAt: number
  readonly traceHeader?: string
  /** Names of the buses it has been on, the current one included. */
  readonly path: readonly string[]
}
