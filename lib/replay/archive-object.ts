/** An object of the archive. */
export interface ArchiveObject {
  readonly key: string
  /** In which its events occurred, UTC: `2026-11-30T09`. */
  readonly hour: string
  /** As it is kept, packed. */
  readonly bytes: number
  /** When it was written. ISO 8601, UTC. */
  readonly writtenAt: string
}
