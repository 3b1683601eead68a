/** Collects what the local cloud leaves out, so that one warning can name it all. */
export class UnsupportedTypes {
  readonly #resources = new Map<string, string[]>()
  readonly #outputs: string[] = []

  addResource(type: string, logicalId: string): void {
    this.#resources.set(type, [...(this.#resources.get(type) ?? []), logicalId])
  }

  addOutput(name: string): void {
    this.#outputs.push(name)
  }

  /** Undefined when nothing was left out. */
  warning(): string | undefined {
    if (this.#resources.size === 0 && this.#outputs.length === 0) return undefined
    const types = [...this.#resources].map(([type, logicalIds]) => `${type} (${logicalIds.join(', ')})`)
    const outputs = this.#outputs.length === 0 ? '' : ` Outputs without a value: ${this.#outputs.join(', ')}.`
    return `The local cloud does not emulate these resources, nothing that runs depends on them: ${types.join('; ')}.${outputs}`
  }
}
