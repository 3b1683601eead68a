import { AwsError } from '../aws-error.js'

/**
 * Percent-decodes a part of a path.
 * @param code of the error
 * @throws AwsError with status 400: a client that sent it tries it again in vain
 */
export function decodeUri(text: string, code: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AwsError(code, `Expected \`${text}\` to be percent-encoded UTF-8`)
  }
}
