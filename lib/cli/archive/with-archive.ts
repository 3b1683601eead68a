import type { S3Client } from '@aws-sdk/client-s3'
import type { ArchivePlace } from '../../replay/archive-objects.js'
import type { Console } from '../console.js'
import type { ExitCode } from '../exit-code.js'
import { withOutbox } from '../operate/with-outbox.js'
import { archiveBucket } from './archive-bucket.js'
import { archiveClient } from './archive-client.js'
import { archiveFault } from './archive-fault.js'
import type { ArchiveOptions } from './archive-options.js'

/** Runs what needs an outbox's archive; whatever goes wrong is one line, and exit code 1. */
export function withArchive(
  options: ArchiveOptions,
  console: Console,
  work: (client: S3Client, place: ArchivePlace) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withOutbox(options, console, async (clients, outbox) => {
    const bucket = archiveBucket(outbox, options.bucket)
    const client = archiveClient(clients)
    try {
      return await work(client, { bucket, outboxName: outbox.name })
    } catch (error) {
      throw archiveFault(error, bucket)
    } finally {
      client.destroy()
    }
  })
}
