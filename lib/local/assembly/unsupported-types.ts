/** Collects what the local cloud leaves out, so that one warning can name it all. */
export class UnsupportedTypes {
  readonly #resources = new Map<string, string[]>()
  readonly #outputs: string[] = []
  readonly #references: string[] = []

  addResource(type: string, logicalId: string): void {
    this.#resources.set(type, [...(this.#resources.get(type) ?? []), logicalId])
  }

  addOutput(name: string): void {
    this.#outputs.push(name)
  }

  /** A dynamic reference whose value only AWS knows. */
  addReference(reference: string): void {
    this.#references.push(reference)
  }

  /** Undefined when nothing was left out. */
  warning(): string | undefined {
    const types = [...this.#resources].map(([type, logicalIds]) => `${type} (${logicalIds.join(', ')})`)
    const parts = [
      [types, 'The local cloud does not emulate these resources, nothing that runs depends on them', '; '],
      [this.#outputs, 'Outputs without a value', ', '],
      [this.#references, 'Only AWS knows the value of these references, they stay as they are', ', '],
    ] as const
    const said = parts.filter(([names]) => names.length > 0)
    if (said.length === 0) return undefined
    return said.map(([names, what, separator]) => `${what}: ${names.join(separator)}.`).join(' ')
  }
}
