type Resources = Readonly<Record<string, unknown>>

const ROLE = /^arn:aws:iam::\d{12}:role\/(.+)$/

/**
 * The roles that functions of a hand-written template have by ARN only, with all permissions: for tests that are about
 * something else than permissions.
 */
export function administratorRoles(resources: Resources): Resources {
  const names = Object.values(resources).flatMap((resource) => ROLE.exec(String(roleOf(resource)))?.[1] ?? [])
  return Object.fromEntries(
    [...new Set(names)].map((name) => [
      `Role${name}`,
      {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: name,
          AssumeRolePolicyDocument: {
            Statement: {
              Effect: 'Allow',
              Principal: { Service: 'lambda.amazonaws.com' },
              Action: 'sts:AssumeRole',
            },
          },
          ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'],
        },
      },
    ]),
  )
}

function roleOf(resource: unknown): unknown {
  return (resource as { readonly Properties?: { readonly Role?: unknown } } | undefined)?.Properties?.Role
}
