import { AwsError } from '../../aws-error.js'
import type { LocalEnvironment } from '../../resource-provider.js'
import type { FunctionConfiguration } from './function-configuration.js'

/**
 * Lambda makes no function whose role does not trust it.
 * https://docs.aws.amazon.com/lambda/latest/dg/troubleshooting-deployment.html
 * @throws AwsError InvalidParameterValueException
 */
export async function assertAssumable(
  { authorise }: Pick<LocalEnvironment, 'authorise'>,
  { role, functionArn }: FunctionConfiguration,
): Promise<void> {
  try {
    await authorise({
      caller: { kind: 'service', name: 'lambda.amazonaws.com', sourceArn: functionArn },
      action: 'sts:AssumeRole',
      resource: role,
    })
  } catch (error) {
    if (!(error instanceof AwsError)) throw error
    throw new AwsError(
      'InvalidParameterValueException',
      `The role defined for the function cannot be assumed by Lambda. (${role === '' ? 'It has none' : role})`,
    )
  }
}
