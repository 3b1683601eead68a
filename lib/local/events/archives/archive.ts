import type { JsonRecord } from '../../record.js'
import type { CompiledPattern } from '../pattern/compile-pattern.js'

export interface Archive {
  readonly name: string
  readonly arn: string
  /** Of the bus whose events it keeps. */
  readonly eventSourceArn: string
  readonly description?: string
  /** Absent: it takes every event. */
  readonly filter?: { readonly text: string; readonly pattern: CompiledPattern }
  /** 0: it keeps events for ever. */
  readonly retentionDays: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** What an archive holds. */
export interface ArchiveSize {
  readonly eventCount: number
  readonly sizeBytes: number
}

/** What DescribeArchive and ListArchives both show. Times are seconds since the epoch. */
export function describeArchiveMembers(archive: Archive, { eventCount, sizeBytes }: ArchiveSize): JsonRecord {
  return {
    ArchiveName: archive.name,
    EventSourceArn: archive.eventSourceArn,
    State: 'ENABLED',
    RetentionDays: archive.retentionDays,
    SizeBytes: sizeBytes,
    EventCount: eventCount,
    CreationTime: archive.createdAt / 1000,
  }
}
