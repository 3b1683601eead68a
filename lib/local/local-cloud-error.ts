/** The local cloud cannot do what it was asked to: the message names what is missing and the way out. */
export class LocalCloudError extends Error {
  override readonly name: string = 'LocalCloudError'
}
