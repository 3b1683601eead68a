import type { ArchiveObject } from '../../replay/archive-object.js'
import { archiveObjects, type TimeRange } from '../../replay/archive-objects.js'
import type { Console } from '../console.js'
import { EXIT_CODE, type ExitCode } from '../exit-code.js'
import { counted } from '../operate/counted.js'
import { jsonText } from '../operate/json-text.js'
import { printable } from '../operate/printable.js'
import { textTable } from '../operate/text-table.js'
import type { ArchiveOptions } from './archive-options.js'
import { bytesText } from './bytes-text.js'
import { withArchive } from './with-archive.js'

/** Prints which objects there are. */
export function listArchive(options: ArchiveOptions & TimeRange, console: Console): Promise<ExitCode> {
  return withArchive(options, console, async (client, place) => {
    const objects: ArchiveObject[] = []
    for await (const object of archiveObjects(client, place, options)) objects.push(object)
    const bytes = objects.reduce((sum, object) => sum + object.bytes, 0)
    if (options.json === true) {
      console.out(jsonText({ outbox: place.outboxName, bucket: place.bucket, objects, bytes }))
      return EXIT_CODE.done
    }
    if (objects.length > 0)
      for (const line of textTable(
        ['hour', 'size', 'written', 'object'],
        objects.map(({ hour, bytes: size, writtenAt, key }) => [hour, bytesText(size), writtenAt, key]),
      ))
        console.out(line)
    console.error(
      printable(`${counted(objects.length, 'object')} in bucket ${place.bucket}, ${bytesText(bytes)}.`),
    )
    return EXIT_CODE.done
  })
}
