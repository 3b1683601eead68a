/** Types in the SDK's model of an operation: [..., names of members, their types]. */
const NUMBER = 1
const BOOLEAN = 2
const TIMESTAMPS: ReadonlySet<unknown> = new Set([4, 5, 6, 7])
const LIST = 64
const MAP = 128

/**
 * The operation's input that flags of the AWS CLI say: JSON, or `Key=value,Key=value`.
 * @param schema the SDK's model of the operation
 * @throws for a flag that the operation does not have
 */
export function cliInput(schema: unknown, flags: readonly string[]): Record<string, unknown> {
  const members = membersOf(schema)
  const input: Record<string, unknown> = {}
  for (let place = 0; place < flags.length; ) {
    const flag = flags[place] ?? ''
    const end = flags.findIndex((word, at) => at > place && word.startsWith('--'))
    const values = flags.slice(place + 1, end === -1 ? undefined : end)
    place = end === -1 ? flags.length : end
    const member = members.find(
      ({ flag: own, type }) => own === flag || (type === BOOLEAN && flag === no(own)),
    )
    if (member === undefined)
      throw new Error(`Expected one of ${members.map(({ flag: own }) => own).join(', ')}, got ${flag}`)
    input[member.name] = value(member.type, values, flag === member.flag)
  }
  return input
}

interface Member {
  readonly name: string
  readonly flag: string
  readonly type: unknown
}

function membersOf(schema: unknown): readonly Member[] {
  const [, , , , input]: readonly unknown[] = Array.isArray(schema) ? schema : []
  const shape: unknown = typeof input === 'function' ? input() : input
  const [, , , , names, types]: readonly unknown[] = Array.isArray(shape) ? shape : []
  if (!Array.isArray(names) || !Array.isArray(types))
    throw new Error(`Expected the SDK's model of an operation, got ${JSON.stringify(schema)}`)
  return names.map((name: string, place) => {
    const typed: unknown = types[place]
    return { name, flag: flagOf(name), type: Array.isArray(typed) ? typed[0] : typed }
  })
}

/** `--queue-url` of `QueueUrl`, `--uuid` of `UUID` */
function flagOf(name: string): string {
  return `--${name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()}`
}

function no(flag: string): string {
  return flag.replace('--', '--no-')
}

function value(type: unknown, words: readonly string[], isOn: boolean): unknown {
  const [word = ''] = words
  if (type === BOOLEAN) return isOn
  if (/^[[{]/.test(word)) return JSON.parse(word)
  if (typeof type === 'number' && type >= LIST && type < MAP) return words
  if (type === NUMBER) return Number(word)
  if (TIMESTAMPS.has(type)) return new Date(word)
  return type === 0 ? word : shorthand(word)
}

/** https://docs.aws.amazon.com/cli/latest/userguide/cli-usage-shorthand.html */
function shorthand(word: string): Record<string, unknown> {
  return Object.fromEntries(
    word.split(',').map((part) => {
      const [key = '', text = ''] = part.split('=')
      return [key, text === 'true' ? true : text === 'false' ? false : text]
    }),
  )
}
