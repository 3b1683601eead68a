import type { S3Client } from '@aws-sdk/client-s3'
import type { ArchivePlace } from '../../replay/archive-objects.js'
import type { Console } from '../console.js'
import type { ExitCode } from '../exit-code.js'
import type { OperateOptions } from '../operate/operate-options.js'
import { withOutbox } from '../operate/with-outbox.js'
import { archiveBucket } from './archive-bucket.js'
import { archiveClient } from './archive-client.js'
import { archiveFault } from './archive-fault.js'

/** Runs what needs an outbox's archive; whatever goes wrong is one line, and exit code 1. */
export function withArchive(
  options: OperateOptions,
  console: Console,
  work: (client: S3Client, place: ArchivePlace) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withOutbox(options, console, async (clients, outbox) => {
    const bucket = archiveBucket(outbox)
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
