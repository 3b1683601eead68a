import type { Stack } from 'aws-cdk-lib'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'

/** To see what a stack consists of. */
export function grantStackResources(grantee: IGrantable, stack: Stack): Grant {
  return Grant.addToPrincipal({
    grantee,
    actions: ['cloudformation:ListStackResources'],
    resourceArns: [
      stack.formatArn({ service: 'cloudformation', resource: 'stack', resourceName: `${stack.stackName}/*` }),
    ],
  })
}
