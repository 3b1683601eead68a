import { describe, expect, it } from 'vitest'
import { AwsError } from '../../../lib/local/aws-error.js'
import { type MappingWorld, mappingWorld } from './mapping-world.js'

const throttled = (): AwsError => new AwsError('ThrottlingException', 'Rate exceeded.', 400)

/** One record is given up; the queue refuses the notice as often as told. */
async function giveUp(refusals: number): Promise<MappingWorld> {
  const subject = await mappingWorld({
    mapping: { MaximumRetryAttempts: 0 },
    streams: { shards: 1, delayedTransactions: 0 },
  })
  subject.world.refusals.push(...Array.from({ length: refusals }, throttled))
  await subject.write('order', '1')
  subject.ends('throw')
  await subject.setEnabled(true)
  await subject.write('order', '2')
  await subject.advance('5m')
  return subject
}

const failures = ({ metrics }: MappingWorld): unknown[] =>
  metrics.filter(({ name }) => name === 'DestinationDeliveryFailures')

describe('a notice for the on-failure destination', () => {
  it('that is throttled is sent again', async () => {
    const subject = await giveUp(2)
    expect(await subject.givenUp()).toMatchObject([{ DDBStreamBatchInfo: { batchSize: 1 } }])
    expect(subject.world.recorder.warnings).toEqual([])
    expect(failures(subject)).toEqual([])
  })

  it('that can never be sent is counted and said, and the next records come', async () => {
    const subject = await giveUp(1000)
    expect(await subject.givenUp()).toEqual([])
    expect(subject.world.recorder.warnings).toEqual([expect.stringContaining('takes no message')])
    const common = { namespace: 'AWS/Lambda', value: 1, unit: 'Count' }
    expect(failures(subject)).toMatchObject([
      { ...common, dimensions: { FunctionName: 'reader' } },
      { ...common, dimensions: {} },
    ])
    expect(subject.invocations.at(-1)).toEqual(['2'])
  })
})
