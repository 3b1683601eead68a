import type { Archive } from '../../lib/archive/archive.js'

interface Line {
  readonly eventId: string
}

/** Objects in memory, with failures on demand. */
export class MemoryArchive implements Archive {
  /** Each as `<hour>: <ids>`. */
  readonly objects: string[] = []
  /** Runs before an object is kept; may throw. */
  beforeWrite: () => void = () => undefined
  /** Runs once it is kept; may throw: then its answer is lost. */
  afterWrite: () => void = () => undefined

  readonly write = async (hour: string, lines: Buffer): Promise<void> => {
    this.beforeWrite()
    const ids = lines
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as Line).eventId)
    this.objects.push(`${hour}: ${ids.join(' ')}`)
    this.afterWrite()
  }

  /** How often each event is kept. */
  get copies(): ReadonlyMap<string, number> {
    const copies = new Map<string, number>()
    for (const id of this.objects.flatMap((object) => (object.split(': ')[1] ?? '').split(' ')))
      copies.set(id, (copies.get(id) ?? 0) + 1)
    return copies
  }
}
