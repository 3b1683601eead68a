import type { Ledger } from './ledger.js'
import type { Worker } from './worker.js'

/** The bucket, and whether whoever is started now is told of it. */
export class ArchiveModel {
  isOn: boolean
  readonly #ledger: Ledger

  constructor(ledger: Ledger, isOn: boolean) {
    this.#ledger = ledger
    this.isOn = isOn
  }

  write(worker: Worker, lines: Buffer): void {
    for (const line of lines.toString('utf8').trimEnd().split('\n'))
      this.#ledger.archived(worker, JSON.parse(line))
  }
}
