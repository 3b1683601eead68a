/** A fault that Lambda's runtime itself reports; the type is `Runtime.…`. */
export class RuntimeError extends Error {
  constructor(type: string, message: string) {
    super(message)
    this.name = type
  }
}
