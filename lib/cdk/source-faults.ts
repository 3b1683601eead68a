import { Token } from 'aws-cdk-lib'
import { RESERVED_SOURCE, SOURCE_MAX_CHARACTERS } from '../limits.js'
import { fault } from './value-faults.js'

export function sourceFaults(source: string): string[] {
  if (Token.isUnresolved(source)) return []
  if (source.length < 1 || source.length > SOURCE_MAX_CHARACTERS)
    return [fault('source', `have 1 to ${SOURCE_MAX_CHARACTERS} characters`, source)]
  return RESERVED_SOURCE.test(source)
    ? [fault('source', 'not begin with `aws.`, which EventBridge keeps for AWS', source)]
    : []
}
