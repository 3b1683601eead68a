import type { RunningResource } from '../assembly/running-stack.js'
import type { JsonRecord } from '../record.js'
import { isAwsManaged } from './aws-managed-policies.js'
import type { GrantLog } from './grant-log.js'
import type { PolicyRegistry } from './policy-registry.js'
import { policyTexts } from './policy-texts.js'

/** One action on one resource that a statement of a template allows. */
export interface Grant {
  readonly stackName: string
  /** The role that holds it, or the resource whose own policy gives it: construct path, else logical id. */
  readonly holder: string
  /** Of a resource's own policy: to whom. */
  readonly principal?: string
  readonly sid?: string
  /** `dynamodb:PutItem`, possibly with wildcards. */
  readonly action: string
  /** With the construct path in the place of an ARN of the templates' resources. */
  readonly resource: string
  /** Whether it ever allowed a call. */
  readonly used: boolean
}

/** Every grant of the templates' own statements; those of AWS's managed policies are AWS's. */
export function grantsOf(
  policies: PolicyRegistry,
  log: GrantLog,
  resources: readonly RunningResource[],
): readonly Grant[] {
  const names = new ArnNames(resources)
  return [
    ...[...policies.roles].flatMap(([role, statements]) => {
      const owner = resources.find(({ type, ref }) => type === 'AWS::IAM::Role' && ref === role)
      return owner === undefined ? [] : grants(owner, statements)
    }),
    ...[...policies.resources].flatMap(([arn, statements]) => {
      const owner = resources.find(({ attributes }) => attributes['Arn'] === arn)
      return owner === undefined || owner.type === 'AWS::IAM::Role' ? [] : grants(owner, statements)
    }),
  ]

  function grants(owner: RunningResource, statements: readonly JsonRecord[]): readonly Grant[] {
    const allowing = statements.filter(
      (statement) => statement['Effect'] === 'Allow' && !isAwsManaged(statement),
    )
    return allowing.flatMap((statement) =>
      policyTexts(statement['Action']).flatMap((action) =>
        policyTexts(statement['Resource']).map((resource) => ({
          stackName: owner.stackName,
          holder: nameOf(owner),
          ...(statement['Principal'] === undefined
            ? {}
            : { principal: principalText(statement['Principal']) }),
          ...(typeof statement['Sid'] === 'string' ? { sid: statement['Sid'] } : {}),
          action,
          resource: names.in(resource),
          used: log.used(statement, action, resource),
        })),
      ),
    )
  }
}

/** Says which resource an ARN is of, where a person would have to look it up. */
class ArnNames {
  readonly #names: readonly (readonly [arn: string, name: string])[]

  constructor(resources: readonly RunningResource[]) {
    this.#names = resources
      .flatMap((resource): (readonly [string, string])[] => {
        const { Arn: arn, StreamArn: stream } = resource.attributes
        return [
          ...(arn === undefined ? [] : [[arn, nameOf(resource)] as const]),
          ...(stream === undefined ? [] : [[stream, `${nameOf(resource)}/stream`] as const]),
        ]
      })
      // A stream's ARN begins with its table's.
      .sort(([a], [b]) => b.length - a.length)
  }

  in(pattern: string): string {
    const known = this.#names.find(([arn]) => pattern === arn || pattern.startsWith(`${arn}/`))
    return known === undefined ? pattern : `${known[1]}${pattern.slice(known[0].length)}`
  }
}

function nameOf({ constructPath, logicalId }: RunningResource): string {
  return constructPath?.replace(/\/(Resource|Default)$/, '') ?? logicalId
}

function principalText(principal: unknown): string {
  if (typeof principal !== 'object' || principal === null) return String(principal)
  return Object.values(principal).flat().join(', ')
}
