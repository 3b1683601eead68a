import type { JsonRecord } from '../../record.js'
import type { LocalEnvironment, ResourceProvider } from '../../resource-provider.js'
import type { FunctionRegistry } from './function-registry.js'

/** There is only one version of the code: each one is the latest. */
const VERSION = '1'

/** Aliases and versions: a call to one of them goes to the function itself. */
export function qualifierProviders(
  { region, accountId }: Pick<LocalEnvironment, 'region' | 'accountId'>,
  functions: FunctionRegistry,
): readonly ResourceProvider[] {
  /** Gives the function's ARN with the qualifier. */
  const qualify = (properties: JsonRecord, qualifier: string): string => {
    const given = String(properties['FunctionName'])
    functions.addQualifier(given, qualifier)
    const functionArn = given.startsWith('arn:')
      ? given
      : `arn:aws:lambda:${region}:${accountId}:function:${given}`
    return `${functionArn}:${qualifier}`
  }
  return [
    {
      type: 'AWS::Lambda::Alias',
      passive: true,
      provision: async ({ properties }) => {
        const aliasArn = qualify(properties, String(properties['Name']))
        return { ref: aliasArn, attributes: { AliasArn: aliasArn } }
      },
    },
    {
      type: 'AWS::Lambda::Version',
      passive: true,
      provision: async ({ properties }) => {
        const versionArn = qualify(properties, VERSION)
        return { ref: versionArn, attributes: { FunctionArn: versionArn, Version: VERSION } }
      },
    },
  ]
}
