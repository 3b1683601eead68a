import { BlockList, isIP } from 'node:net'
import { invalidPattern } from './invalid-pattern.js'
import { type Matcher, stringMatcher } from './matcher.js'

/** `{ "cidr": "10.0.0.0/24" }`, for IPv4 and IPv6 */
export function cidr(argument: unknown): Matcher {
  // AWS says "prefix" here, too.
  if (typeof argument !== 'string') throw invalidPattern('prefix match pattern must be a string')
  const [address, bits, ...more] = argument.split('/')
  if (address === undefined || bits === undefined || more.length > 0) {
    throw invalidPattern("Malformed CIDR, one '/' required")
  }
  if (!/^[+-]?\d+$/.test(bits)) throw invalidPattern('Malformed CIDR, mask bits must be an integer')
  const mask = Number(bits)
  if (mask < 0) throw invalidPattern('Malformed CIDR, mask bits must not be negative')
  const version = isIP(address)
  if (version === 0) throw invalidPattern(`Nonstandard IP address: ${address}`)
  const limit = version === 4 ? 32 : 128
  if (mask >= limit) throw invalidPattern(`IPv${version} mask bits must be < ${limit}`)
  const block = new BlockList()
  block.addSubnet(address, mask, version === 4 ? 'ipv4' : 'ipv6')
  return stringMatcher(
    (value) => isIP(value) === version && block.check(value, version === 4 ? 'ipv4' : 'ipv6'),
  )
}
