import { expect, it } from 'vitest'
import { wellFormedTraceHeader } from '../../lib/event/trace-header.js'

const root = 'Root=1-5759e988-bd862e3fe1be46a994272793'

it.each([
  root,
  `${root};Sampled=1`,
  `${root};Sampled=?`,
  `${root};Parent=53995c3f42cd8ad8;Sampled=0`,
  `${root};Parent=53995c3f42cd8ad8;Sampled=1;Lineage=a87bd80c:0|68fd508a:5|c512fbe3:2`,
])('a well-formed X-Ray header is kept: %s', (header) => {
  expect(wellFormedTraceHeader(header)).toBe(header)
})

it.each([
  undefined,
  '',
  7,
  'Root=1-5759e988',
  `${root};`,
  `${root};Sampled=2`,
  `${root};Parent=53995c3f`,
  `${root}\nSampled=1`,
  `${root};Lineage=${'a'.repeat(500)}`,
])('a malformed one is dropped: %j', (header) => {
  expect(wellFormedTraceHeader(header)).toBeUndefined()
})
