/**
 * Engines have a region and an account of their own in ARNs and stream records (`dynoxide`, `ddblocal`); clients see
 * those of the local cloud. The engine's are learned from the first ARN that it gives: before it gave one, no client
 * can send one.
 */
export class ArnTranslation {
  readonly #ours: string
  readonly #region: string
  #engine: { readonly prefix: string; readonly region: string } | undefined

  constructor(region: string, accountId: string) {
    this.#region = region
    this.#ours = `arn:aws:dynamodb:${region}:${accountId}:`
  }

  toClient(text: string): string {
    return text.replace(/arn:aws:dynamodb:([^:"]*):([^:"]*):/g, (prefix, region: string) => {
      this.#engine ??= { prefix, region }
      return this.#ours
    })
  }

  toEngine(text: string): string {
    return this.#engine === undefined ? text : text.replaceAll(this.#ours, this.#engine.prefix)
  }

  /**
   * Stream records: only the member `awsRegion`, everything else stays byte for byte. In the text of a record this
   * can be nothing else: attribute values are objects, and in a string the quotes would be escaped.
   */
  recordsToClient(text: string): string {
    return text.replace(/("awsRegion"\s*:\s*")[^"]*(")/g, `$1${this.#region}$2`)
  }
}
