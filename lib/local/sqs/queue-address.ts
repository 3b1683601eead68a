/** The account that the emulator puts into ARNs and queue URLs; it cannot be set. */
const ENGINE_ACCOUNT = '000000000000'

/**
 * Translates queue URLs and ARNs between the local cloud's form and the emulator's. A queue is known by its name, the
 * last segment of both.
 */
export class QueueAddress {
  readonly #endpoint: string
  readonly #region: string
  readonly #accountId: string

  constructor(endpoint: string, region: string, accountId: string) {
    this.#endpoint = endpoint
    this.#region = region
    this.#accountId = accountId
  }

  /** The URL that clients see: on the gateway. */
  url(nameOrUrl: string): string {
    return `${this.#endpoint}/${this.#accountId}/${lastSegment(nameOrUrl)}`
  }

  engineUrl(nameOrUrl: string): string {
    return `http://sqs.${this.#region}.localhost/${ENGINE_ACCOUNT}/${lastSegment(nameOrUrl)}`
  }

  arn(name: string): string {
    return `arn:aws:sqs:${this.#region}:${this.#accountId}:${name}`
  }

  /** Every ARN in an attribute's value. */
  arnsToClient(value: string): string {
    return value.replaceAll(this.#arnPrefix(ENGINE_ACCOUNT), this.#arnPrefix(this.#accountId))
  }

  arnsToEngine(value: string): string {
    return value.replaceAll(this.#arnPrefix(this.#accountId), this.#arnPrefix(ENGINE_ACCOUNT))
  }

  #arnPrefix(accountId: string): string {
    return `arn:aws:sqs:${this.#region}:${accountId}:`
  }
}

function lastSegment(nameOrUrl: string): string {
  return nameOrUrl.slice(nameOrUrl.lastIndexOf('/') + 1)
}
