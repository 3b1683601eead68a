import type { AuthType } from './admit-request.js'

export interface FunctionUrl {
  readonly functionArn: string
  readonly url: string
  readonly authType: AuthType
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** The URLs that exist, one for each function at most. */
export class FunctionUrls {
  readonly #urls = new Map<string, FunctionUrl>()

  add(url: FunctionUrl): void {
    this.#urls.set(url.functionArn, url)
  }

  remove(functionArn: string): void {
    this.#urls.delete(functionArn)
  }

  of(functionArn: string): FunctionUrl | undefined {
    return this.#urls.get(functionArn)
  }
}
