import { LocalCloudError } from '../local-cloud-error.js'

/** Thrown by a provider for a resource that the local cloud can do without, unless something refers to it. */
export class NotProvisioned extends LocalCloudError {
  override readonly name: string = 'NotProvisioned'
}
