import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { alarmsOf, monitoredFixture } from './alarm-fixture.js'

const runbook = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
/** The text below each heading of the third level, which is an anchor as it is. */
const paragraphs = new Map(
  runbook
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
)
const alarms = alarmsOf(monitoredFixture(() => ({ archive: true })).template())

it('each alarm has its paragraph, and each paragraph its alarm', () => {
  expect([...paragraphs.keys()].sort()).toEqual([...alarms.keys()].sort())
})

describe.each([...alarms])('%s', (name, { AlarmDescription: description }) => {
  it('says in one sentence what it means, and where its paragraph is', () => {
    expect(description).toMatch(/^[A-Z][^.]+\. docs\/operations\.md#[a-z-]+$/)
    expect(description.endsWith(`#${name}`)).toBe(true)
  })

  it('has a paragraph that says what to do', () => {
    const labels = [...(paragraphs.get(name) ?? '').matchAll(/^- \*\*(.+?):\*\* /gm)].map(
      ([, label]) => label,
    )
    expect(labels).toEqual(['Meaning', 'Look', 'Mend', 'Mended when'])
  })
})

it('every link within the page leads somewhere', () => {
  const links = [...runbook.matchAll(/\]\(#([a-z-]+)\)/g)].map(([, anchor]) => anchor)
  expect(links.length).toBeGreaterThan(0)
  for (const anchor of links) expect([...paragraphs.keys()]).toContain(anchor)
})
