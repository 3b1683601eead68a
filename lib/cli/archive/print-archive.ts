import { ArchiveSource } from '../../replay/archive-source.js'
import { isChosen } from '../../replay/is-chosen.js'
import { ReplayError } from '../../replay/replay-error.js'
import type { Console } from '../console.js'
import { EXIT_CODE, type ExitCode } from '../exit-code.js'
import { jsonText } from '../operate/json-text.js'
import { printable } from '../operate/printable.js'
import type { FilterOptions } from '../replay/filter-options.js'
import { filtersOf } from '../replay/filters-of.js'
import { malformedLine } from '../replay/malformed-line.js'
import type { ArchiveOptions } from './archive-options.js'
import { withArchive } from './with-archive.js'

export interface PrintOptions extends ArchiveOptions, FilterOptions {
  readonly skipMalformed?: true
}

/** Prints what the archive has of each event that is chosen. */
export function printArchive(options: PrintOptions, console: Console): Promise<ExitCode> {
  return withArchive(options, console, async (client, place) => {
    const filters = filtersOf(options)
    const source = new ArchiveSource({ client, ...place, since: filters.since, until: filters.until })
    for await (const item of source.read()) {
      if (console.isClosed?.() === true) break
      if (item.kind === 'malformed') {
        if (options.skipMalformed !== true)
          throw new ReplayError(
            `${item.place} holds no event: ${item.reason}. --skip-malformed passes over it`,
          )
        console.error(printable(malformedLine(item)))
      } else if (item.kind === 'event' && isChosen(item.event, filters)) console.out(jsonText(item.event))
    }
    return EXIT_CODE.done
  })
}
