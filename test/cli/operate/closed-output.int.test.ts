import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { afterAll, expect, it } from 'vitest'
import { tellRunningCloud } from '../../../lib/cli/local/running-cloud.js'
import { readRows } from '../../guarantees/read-rows.js'
import { untilSettled } from '../../guarantees/until-settled.js'
import { operateCloud } from './operate-cloud.js'

const EVENTS = 10

const fixture = await operateCloud()
const { cloud, folder, queues, deadLetterQueueUrl, writeBroken } = fixture
afterAll(await tellRunningCloud(folder, cloud))

async function ownedBy(owner: string): Promise<number> {
  return (await readRows(fixture)).filter(({ obShard }) => String(obShard).startsWith(`${owner}#`)).length
}

async function notices(): Promise<number> {
  const { Attributes = {} } = await queues.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLetterQueueUrl, AttributeNames: ['All'] }),
  )
  return (
    Number(Attributes['ApproximateNumberOfMessages']) +
    Number(Attributes['ApproximateNumberOfMessagesNotVisible'])
  )
}

it('a redrive of whose output nobody reads more than the begin ends as at ctrl-C', async () => {
  for (let place = 0; place < EVENTS; place += 1) await writeBroken(`thing-${place}`)
  await untilSettled(cloud, async () => (await ownedBy('D')) === EVENTS)
  // What is redriven stays with the sweeper then.
  cloud.faults.inject({ service: 'events', kind: 'unavailable' })
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'bin/outbox.ts', 'redrive', '--all', '--rate', '1', '--yes', '--local', folder],
    { env: { ...process.env, NODE_NO_WARNINGS: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'close')
  // The plan, with its header; the next line comes after five seconds of the run.
  let plan = ''
  for await (const chunk of child.stderr) {
    plan += String(chunk)
    // Leaving it closes the pipe.
    if (plan.split('\n').length > EVENTS + 1) break
  }
  child.stdout.destroy()
  expect(await ended).toEqual([1, null])
  const left = await ownedBy('D')
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(EVENTS)
  expect(await ownedBy('R')).toBe(EVENTS - left)
  // It came to its end: the notices of what it redrove are gone, and no other.
  expect(await notices()).toBe(left)
})
