/** Where clients find the queues. A queue is known by its name, the last segment of its URL and of its ARN. */
export class QueueAddress {
  readonly #endpoint: string
  readonly #region: string
  readonly #accountId: string

  constructor(endpoint: string, region: string, accountId: string) {
    this.#endpoint = endpoint
    this.#region = region
    this.#accountId = accountId
  }

  /** On the gateway. */
  url(nameOrUrl: string): string {
    return `${this.#endpoint}/${this.#accountId}/${queueNameOf(nameOrUrl)}`
  }

  arn(name: string): string {
    return `arn:aws:sqs:${this.#region}:${this.#accountId}:${name}`
  }
}

/** Of any form of its URL. */
export function queueNameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
