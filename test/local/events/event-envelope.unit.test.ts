import { expect, it } from 'vitest'
import { createEventsService } from '../../../lib/local/events/events-service.js'
import { ManualClock } from '../lambda/manual-clock.js'
import { callAction } from './fixture/call-action.js'
import { ACCOUNT, recordingEnvironment } from './fixture/recording-environment.js'

const DETAIL = ' { "z": 1.0, "a": 1e2, "big": 9007199254740993, "é": "\\u00e9" } '

it('puts the entry into the envelope of EventBridge', async () => {
  const clock = new ManualClock(Date.parse('2026-03-04T05:06:07.890Z'))
  const environment = recordingEnvironment(clock)
  const { service, stop } = createEventsService(environment)
  const entry = { Source: 'shop', DetailType: 'Placed', Detail: DETAIL }
  const answer = await callAction(service, 'PutEvents', {
    Entries: [entry, { ...entry, Time: 1_700_000_000.5, Resources: ['arn:a', 'arn:b'] }],
  })
  await stop()
  const envelope = {
    version: '0',
    'detail-type': 'Placed',
    source: 'shop',
    account: ACCOUNT,
    region: 'us-east-1',
    detail: JSON.parse(DETAIL),
  }
  const [first, second] = Object(answer['Entries'])
  expect(environment.events).toEqual([
    {
      busName: 'default',
      detailText: DETAIL,
      envelope: { ...envelope, id: first.EventId, time: '2026-03-04T05:06:07Z', resources: [] },
    },
    {
      busName: 'default',
      detailText: DETAIL,
      envelope: {
        ...envelope,
        id: second.EventId,
        time: '2023-11-14T22:13:20Z',
        resources: ['arn:a', 'arn:b'],
      },
    },
  ])
  expect(first.EventId).not.toBe(second.EventId)
})

it('answers success for a bus that does not exist, and the event is gone', async () => {
  const environment = recordingEnvironment()
  const { service } = createEventsService(environment)
  const entry = { Source: 'shop', DetailType: 'Placed', Detail: '{}' }
  const arn = (region: string, account: string, name: string): string =>
    `arn:aws:events:${region}:${account}:event-bus/${name}`
  const names = [
    'missing',
    arn('us-east-1', ACCOUNT, 'missing'),
    arn('us-east-1', '111111111111', 'default'),
    arn('eu-west-1', ACCOUNT, 'default'),
  ]
  const answer = await callAction(service, 'PutEvents', {
    Entries: names.map((EventBusName) => ({ ...entry, EventBusName })),
  })
  expect(answer).toEqual({
    FailedEntryCount: 0,
    Entries: names.map(() => ({ EventId: expect.any(String) })),
  })
  expect(environment.events).toEqual([])
  await callAction(service, 'PutEvents', {
    Entries: [
      { ...entry, EventBusName: arn('us-east-1', ACCOUNT, 'default') },
      { ...entry, EventBusName: 'default' },
    ],
  })
  expect(environment.events).toHaveLength(2)
})
