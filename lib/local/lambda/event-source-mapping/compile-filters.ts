import { AwsError } from '../../aws-error.js'
import { type CompiledPattern, compilePatternText } from '../../events/pattern/compile-pattern.js'
import { isRecord, type JsonRecord } from '../../record.js'
import { MAXIMUM_FILTER_CHARACTERS, MAXIMUM_FILTERS } from '../lambda-limits.js'
import { optionalList, requiredText } from '../properties.js'

/**
 * The patterns of `FilterCriteria`. DynamoDB writes numbers as text, so numeric operators are refused there.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html
 * @throws AwsError InvalidParameterValueException
 */
export function compileFilters(
  criteria: JsonRecord | undefined,
  options: { readonly numeric: boolean },
): CompiledPattern[] {
  const filters = criteria === undefined ? [] : optionalList(criteria, 'Filters')
  if (filters.length > MAXIMUM_FILTERS) throw invalidFilter(`there are more than ${MAXIMUM_FILTERS} of them`)
  return filters.map((filter) => {
    const pattern = requiredText(isRecord(filter) ? filter : {}, 'Pattern')
    if (pattern.length > MAXIMUM_FILTER_CHARACTERS)
      throw invalidFilter(`a pattern has more than ${MAXIMUM_FILTER_CHARACTERS} characters`)
    try {
      return compilePatternText(pattern, options)
    } catch (error) {
      throw invalidFilter(error instanceof Error ? error.message : String(error))
    }
  })
}

function invalidFilter(reason: string): AwsError {
  return new AwsError('InvalidParameterValueException', `Invalid filter pattern definition: ${reason}`)
}
