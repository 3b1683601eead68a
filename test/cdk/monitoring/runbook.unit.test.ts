import { describe, expect, it } from 'vitest'
import { readRunbook } from '../../operations/runbook.js'
import { alarmsOf, monitoredFixture } from './alarm-fixture.js'

/** The text below each heading of an alarm, which is an anchor as it is. */
const paragraphs = new Map(
  readRunbook()
    .filter(({ heading, chapter }) => chapter.startsWith('Alarms of ') && heading !== chapter)
    .map(({ heading, text }) => [heading, text] as const),
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
