import { describe, expect, it } from 'vitest'
import { CONSUMER_METRIC, LOG_KEYS, METRIC } from '../../lib/telemetry.js'
import { type AlarmProperties, alarmsOf, monitoredFixture } from '../cdk/monitoring/alarm-fixture.js'
import { DEAD_LETTERS, DELIVERY, PROCEDURES, SWEEPS } from './parts.js'
import { readRunbook } from './runbook.js'
import { slug } from './slug.js'

const sections = readRunbook()
const template = monitoredFixture(() => ({ archive: true })).template()
const resources: Readonly<Record<string, { readonly Type: string; readonly DeletionPolicy?: string }>> =
  template.toJSON()['Resources']
const inline = sections.flatMap(({ text }) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code))

it('every section with commands is walked, in one place', () => {
  const walked: readonly string[] = [...DELIVERY, ...SWEEPS, ...DEAD_LETTERS, ...PROCEDURES]
  const withCommands = sections.filter(({ commands }) => commands.length > 0).map(({ heading }) => heading)
  expect(walked.toSorted()).toEqual(withCommands.toSorted())
})

it('every procedure says when, how, how to know, and what it costs', () => {
  const procedures = sections.filter(
    ({ chapter, heading }) => chapter === 'Procedures' && heading !== chapter,
  )
  expect(procedures.map(({ heading }) => heading)).toEqual([...PROCEDURES])
  for (const { heading, text } of procedures)
    expect([heading, ...[...text.matchAll(/^- \*\*(.+?):\*\* /gm)].map(([, label]) => label)]).toEqual([
      heading,
      'When',
      'Steps',
      'It worked when',
      'Costs',
    ])
})

it('every link within the page leads somewhere', () => {
  const anchors = sections.map(({ heading }) => slug(heading))
  const links = sections.flatMap(({ text }) => [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, to]) => to))
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((to) => to === undefined || !anchors.includes(to))).toEqual([])
})

describe('names', () => {
  const RESOURCE =
    /^(consumer )?([A-Z]\w*(Queue|Rule|Bus|Mapping|Logs|Schedule)|Queue|Relay|Sweeper|Redrive|Table|Archive)( ARN)?$/
  const AWS_METRICS = metricsOf([...alarmsOf(template).values()])
  const OWN = new Set<string>([...Object.values(METRIC), ...Object.values(CONSUMER_METRIC)])

  it('every resource that the page names is in the template', () => {
    const words = [
      ...inline.filter((code) => RESOURCE.test(code)),
      ...sections.flatMap(({ text }) => [...text.matchAll(/<([^<>\n]+)>/g)].map(([, name = '']) => name)),
    ].filter((word) => RESOURCE.test(word))
    expect(words.length).toBeGreaterThan(50)
    const ids = Object.keys(resources)
    const isThere = (word: string): boolean => {
      const [, consumer = '', name = ''] = RESOURCE.exec(word) ?? []
      const owner = consumer === '' ? 'Outbox\\w*' : 'OutboxShipping'
      return ids.some((id) => new RegExp(`^${owner}?${name}([0-9A-F]{8})?$`).test(id))
    }
    expect(words.filter((word) => !isThere(word))).toEqual([])
  })

  it('every metric that the page names is emitted or watched', () => {
    const METRIC_LIKE = /^(Events|Records|Redrives|Sweeps|Notices|Messages|Marks|Oldest|Dead)[A-Z]\w+$/
    const told = ['Errors', 'Invocations', 'IteratorAge', 'MatchedEvents', 'Outages', 'ArchiveDelay']
    const named = inline.filter(
      (code) => (METRIC_LIKE.test(code) && !RESOURCE.test(code)) || told.includes(code),
    )
    expect(new Set(named)).toContain('EventsPending')
    const known = (name: string) => OWN.has(name) || AWS_METRICS.has(name) || name === 'Invocations'
    expect(named.filter((name) => !known(name))).toEqual([])
  })

  it('every member of a log line that the page asks for is logged', () => {
    const asked = sections.flatMap(({ text }) => [...text.matchAll(/\{ \$\.(\w+) = /g)].map(([, key]) => key))
    expect(asked.length).toBeGreaterThan(5)
    // The level is the logger's own.
    expect(asked.filter((key) => !['level', ...LOG_KEYS].includes(key ?? ''))).toEqual([])
  })

  it('what the page says stays when an outbox is removed is retained, and nothing else', () => {
    const text = sections.find(({ heading }) => heading === 'Remove an outbox')?.text ?? ''
    const [, named = ''] = /What stays is retained[^:]*: ([\s\S]*?)\n- /.exec(text) ?? []
    const words = new Set([...named.matchAll(/`(\w+)`/g)].map(([, word = '']) => word))
    const retained = Object.entries(resources)
      .filter(([, { DeletionPolicy: policy }]) => policy === 'Retain')
      .map(([id]) => id.replace(/^Outbox(Shipping)?/, '').replace(/[0-9A-F]{8}$/, ''))
    expect([...words].sort()).toEqual([...new Set(retained)].sort())
  })
})

/** Of the services, which the alarms watch. */
function metricsOf(alarms: readonly AlarmProperties[]): ReadonlySet<string> {
  return new Set(
    alarms.flatMap(({ MetricName: name, Metrics: metrics = [] }) => [
      ...(name === undefined ? [] : [name]),
      ...metrics.flatMap(({ MetricStat: stat }) => stat?.Metric.MetricName ?? []),
    ]),
  )
}
