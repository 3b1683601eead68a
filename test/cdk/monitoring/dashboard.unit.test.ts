import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { TransactionalOutbox } from 'serverless-outbox/cdk'
import { describe, expect, it } from 'vitest'
import { CONSUMER_METRIC, METRIC } from '../../../lib/telemetry.js'
import { handlerFunction } from '../consumer/consumer-fixture.js'
import { monitoredFixture } from './alarm-fixture.js'

interface Widget {
  readonly type: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly properties: {
    readonly title: string
    readonly alarms?: readonly unknown[]
    readonly metrics?: readonly (readonly unknown[])[]
  }
}

/** What only the deployment knows becomes a word. */
function widgetsOf(template: Template): readonly Widget[] {
  const [dashboard] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'))
  const { DashboardBody: body, ...others } = dashboard?.['Properties'] ?? {}
  // Dashboards are the account's: one stack in two Regions would have one name twice.
  expect(others).toEqual({})
  const parts: readonly unknown[] = body['Fn::Join'][1]
  const text = parts.map((part) => (typeof part === 'string' ? part : 'token')).join('')
  return JSON.parse(text).widgets
}

const { template, outbox, consumer } = monitoredFixture(() => ({
  archive: true,
  monitoring: { dashboard: true },
}))
const widgets = widgetsOf(template())
const titles = widgets.map(({ properties }) => properties.title)

describe('the dashboard', () => {
  it('has the state of every alarm of the outbox above all', () => {
    expect(widgets[0]).toMatchObject({ type: 'alarm', y: 0, properties: { title: outbox.outboxName } })
    expect(widgets[0]?.properties.alarms).toHaveLength(20)
  })

  it('goes top to bottom as the events flow', () => {
    const order = [
      'Waiting',
      'Relay',
      'Bus',
      'Sweeper',
      'Dead letters',
      'Notices',
      'Consumers',
      'Redrive',
      'Table',
      'Index',
      'Archive',
    ]
    const parts = titles.slice(1).map((title) => title.replace(/:.*$/, ''))
    expect([...new Set(parts)]).toEqual(order)
    const ys = widgets.map(({ y }) => y)
    expect(ys).toEqual(ys.toSorted((a, b) => a - b))
  })

  it('fills the screen without overlaps', () => {
    const cells = widgets.flatMap(({ x, y, width, height }) =>
      Array.from(
        { length: width * height },
        (_, place) => `${x + (place % width)},${y + Math.floor(place / width)}`,
      ),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...widgets.map(({ x, width }) => x + width))).toBe(24)
    expect(Math.max(...widgets.map(({ y, height }) => y + height))).toBeLessThanOrEqual(28)
  })

  it('shows every metric that outbox and consumer emit, or that counts, and none that nobody emits', () => {
    const shown = widgets
      .flatMap(({ properties }) => properties.metrics ?? [])
      .filter(([namespace]) => namespace === 'ServerlessOutbox')
    const ofOutbox = shown.filter(([, , , service]) => service === outbox.outboxName).map(([, name]) => name)
    const ofConsumer = shown
      .filter(([, , , service]) => service === consumer.consumerName)
      .map(([, name]) => name)
    expect([...new Set(ofOutbox)].sort()).toEqual(Object.values(METRIC).sort())
    expect(ofConsumer).toEqual([CONSUMER_METRIC.handled, CONSUMER_METRIC.duplicate, CONSUMER_METRIC.failed])
    expect(ofOutbox.length + ofConsumer.length).toBe(shown.length)
  })

  it('without consumers has no row for them', () => {
    const stack = new Stack(new App(), 'Shop')
    new TransactionalOutbox(stack, 'Outbox', { monitoring: { dashboard: true } })
    const found = widgetsOf(Template.fromStack(stack))
    expect(found.map(({ properties }) => properties.title).join()).not.toContain('Consumers')
    expect(Math.max(...found.map(({ y, height }) => y + height))).toBe(3 + 4 * 5)
  })

  it('of a consumer in another stack shows what its handler emits', () => {
    const app = new App()
    const shop = new Stack(app, 'Shop')
    const shipping = new Stack(app, 'Shipping')
    const shared = new TransactionalOutbox(shop, 'Outbox', { monitoring: { dashboard: true } })
    shared.addConsumer('Shipping', {
      scope: shipping,
      allEventsOf: 'Order',
      handler: handlerFunction(shipping),
    })
    const rows = widgetsOf(Template.fromStack(shop)).filter(({ properties }) =>
      properties.title.startsWith('Consumers'),
    )
    expect(rows).toMatchObject([
      { width: 24, properties: { title: 'Consumers: handled, duplicates, failed' } },
    ])
  })
})
