import { DETAIL_TYPE_MAX_CHARACTERS } from '../limits.js'

/** Each is four custom metrics, which CloudWatch takes money for. */
const MOST_TYPES = 20
/** A dimension's value has no others. https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_Dimension.html */
const ASCII = /^[\x20-\x7E]+$/

export function metricFaults(types: readonly string[]): string[] {
  if (types.length > MOST_TYPES)
    return [`Expected \`metricsByEventType\` to name ${MOST_TYPES} types at most, got ${types.length}`]
  if (new Set(types).size < types.length) return ['Expected `metricsByEventType` to name each type once']
  return types.flatMap((type, index) =>
    ASCII.test(type) && type.trim() !== '' && type.length <= DETAIL_TYPE_MAX_CHARACTERS
      ? []
      : [
          `Expected \`metricsByEventType[${index}]\` to be 1 to ${DETAIL_TYPE_MAX_CHARACTERS} ASCII characters, got \`${type}\``,
        ],
  )
}
