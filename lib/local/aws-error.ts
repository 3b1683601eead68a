/** An error in AWS's wire form: `{ __type, message }` with the given HTTP status. */
export class AwsError extends Error {
  override readonly name: string = 'AwsError'
  /** The error's code, as the SDK shows it in `error.name`: `ValidationException`. */
  readonly code: string
  readonly statusCode: number

  constructor(code: string, message: string, statusCode = 400) {
    super(message)
    this.code = code
    this.statusCode = statusCode
  }
}
