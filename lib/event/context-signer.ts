/** Vouches for the `context` of events, so that a consumer may trust the tenant or the actor that stands there. */
export interface ContextSigner {
  /** The signature of a text, itself a text of at most 512 characters. */
  readonly sign: (text: string) => string | Promise<string>
  /** False for a signature that this signer, or one with the same key, has not made of this very text. */
  readonly verify: (text: string, signature: string) => boolean | Promise<boolean>
}
