import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonNode } from '../../../lib/local/events/json/json-node.js'
import { compileJsonPath } from '../../../lib/local/events/json/json-path.js'
import { scanJson } from '../../../lib/local/events/json/scan-json.js'

const SOURCE =
  '{ "a": {"n": 1.0, "e": 1e2, "s": "\\u00e9\\"}", "list": [ {"id": 1}, {"id": "x"}, [] ]},"b-c_d/e":null }'

describe('scanning', () => {
  it('gives every value its own text', () => {
    const check = (node: JsonNode, value: unknown): void => {
      expect(JSON.parse(node.text)).toEqual(value)
      if (node.kind === 'object') {
        for (const [name, member] of node.members) check(member, Reflect.get(Object(value), name))
      }
      if (node.kind === 'array')
        for (const [i, element] of node.elements.entries()) check(element, Reflect.get(Object(value), i))
    }
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent)
        check(scanJson(text), JSON.parse(text))
      }),
    )
  })

  it.each(['', '{', '{"a":1}}', "{'a':1}", '{"a":01}', '[1,]'])('refuses %s', (text) => {
    expect(() => scanJson(text)).toThrow(SyntaxError)
  })

  it('takes deep nesting', () => {
    const text = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    expect(scanJson(text).text).toBe(text)
  })
})

describe('paths', () => {
  it.each([
    ['$', SOURCE],
    ['$.a.n', '1.0'],
    ['$.a.e', '1e2'],
    ['$.a.s', '"\\u00e9\\"}"'],
    ['$.b-c_d/e', 'null'],
    ['$.a.list[0]', '{"id": 1}'],
    ['$.a.list[1].id', '"x"'],
    ['$.a.list[*].id', '[1,"x"]'],
    ['$.a.list[2][0]', undefined],
    ['$.a.missing', undefined],
    ['$.a.n.deeper', undefined],
    ['$.a.list[*].missing', undefined],
  ])('%s gives %s', (path, expected) => {
    expect(compileJsonPath(path)?.find(scanJson(SOURCE))?.text).toBe(expected)
  })

  it.each(['', 'a', '$a', '$.', '$..a', "$['a']", '$.a[', '$.a[-1]', '$.a[?(@.b)]', '$.a b'])(
    'refuses %s',
    (path) => {
      expect(compileJsonPath(path)).toBeUndefined()
    },
  )
})
