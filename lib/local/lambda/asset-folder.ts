import { AwsError } from '../aws-error.js'
import type { JsonRecord } from '../record.js'
import { requiredText } from './properties.js'

/**
 * The folder of a function's code: a file asset of the assembly, which the template names by bucket and key.
 * @throws AwsError InvalidParameterValueException for inline code, images, and zip files
 */
export function assetFolder(code: JsonRecord, assetPath: (objectKey: string) => string | undefined): string {
  if (code['ZipFile'] !== undefined || code['ImageUri'] !== undefined)
    throw new AwsError(
      'InvalidParameterValueException',
      'The local cloud runs functions from file assets (`Code.fromAsset`, `NodejsFunction`), not inline code or images.',
    )
  const key = requiredText(code, 'S3Key')
  const folder = assetPath(key)
  if (folder === undefined)
    throw new AwsError(
      'InvalidParameterValueException',
      `The assembly has no file asset with the key ${key}.`,
    )
  return folder
}
