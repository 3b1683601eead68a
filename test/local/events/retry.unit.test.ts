import { describe, expect, it } from 'vitest'
import { AwsError } from '../../../lib/local/aws-error.js'
import { DeliveryError } from '../../../lib/local/events/targets/delivery-error.js'
import { type RetryOutcome, retry } from '../../../lib/local/events/targets/retry.js'
import { toDeliveryError } from '../../../lib/local/events/targets/to-delivery-error.js'
import { Activity } from '../../../lib/local/time/activity.js'
import { ManualClock } from '../lambda/manual-clock.js'

const DAY = { maximumRetryAttempts: 185, maximumEventAgeInSeconds: 86_400 }

function scenario(attempt: () => Promise<void>, policy = DAY, random = 0.5) {
  const clock = new ManualClock(0)
  const stopper = new AbortController()
  const activity = new Activity()
  const outcome = retry(
    { what: 'a delivery', attempt, policy, since: 0 },
    { clock, activity, random: () => random, stopping: stopper.signal },
  )
  return { clock, activity, stopper, outcome }
}

async function untilDone(clock: ManualClock, outcome: Promise<RetryOutcome>): Promise<RetryOutcome> {
  let done = false
  const end = outcome.finally(() => {
    done = true
  })
  while (!done) await Promise.race([clock.wakeNext(), end])
  return outcome
}

const throttled = async (): Promise<void> => {
  throw new DeliveryError('THROTTLING', 'slow down')
}

describe('retries', () => {
  it('until the target takes the event', async () => {
    let attempts = 0
    const { clock, outcome } = scenario(async () => {
      attempts += 1
      if (attempts < 4) await throttled()
    })
    expect(await untilDone(clock, outcome)).toEqual({ kind: 'delivered' })
    expect(clock.sleeps).toEqual([750, 1500, 3000])
  })

  it('with a back off that doubles to ten minutes, half of it random', async () => {
    const policy = { ...DAY, maximumRetryAttempts: 12 }
    const least = scenario(throttled, policy, 0)
    await untilDone(least.clock, least.outcome)
    expect(least.clock.sleeps).toEqual([
      500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000,
    ])
  })

  it('as often as the policy says', async () => {
    const { clock, outcome } = scenario(throttled, { ...DAY, maximumRetryAttempts: 2 })
    expect(await untilDone(clock, outcome)).toMatchObject({
      kind: 'failed',
      retries: 2,
      exhausted: 'MaximumRetryAttempts',
      error: { code: 'THROTTLING' },
    })
  })

  it('not once with zero attempts', async () => {
    const { clock, outcome } = scenario(throttled, { ...DAY, maximumRetryAttempts: 0 })
    expect(await outcome).toMatchObject({ retries: 0, exhausted: 'MaximumRetryAttempts' })
    expect(clock.sleeps).toEqual([])
  })

  it('as long as the policy says', async () => {
    const { clock, outcome } = scenario(throttled, { ...DAY, maximumEventAgeInSeconds: 60 })
    expect(await untilDone(clock, outcome)).toMatchObject({
      kind: 'failed',
      exhausted: 'MaximumEventAgeInSeconds',
    })
    expect(clock.now()).toBe(60_000)
  })

  it('not for an error that only a person can mend', async () => {
    const { outcome } = scenario(async () => {
      throw new DeliveryError('NO_PERMISSIONS', 'denied')
    })
    const result = await outcome
    expect(result).toMatchObject({ kind: 'failed', retries: 0, error: { code: 'NO_PERMISSIONS' } })
    expect(result).not.toHaveProperty('exhausted')
  })

  it('no longer after the stop', async () => {
    const { clock, stopper, outcome } = scenario(throttled)
    await clock.untilSleeping()
    stopper.abort()
    expect(await outcome).toEqual({ kind: 'stopped' })
    expect(clock.sleeping).toBe(0)
  })
})

it('an attempt is work, the wait for the next one is not', async () => {
  let end = (): void => {}
  const attempt = new Promise<void>((_resolve, reject) => {
    end = () => reject(new DeliveryError('THROTTLING', 'slow down'))
  })
  const { activity, clock, stopper, outcome } = scenario(() => attempt)
  let quiet = false
  const rest = activity.quiet().then(() => {
    quiet = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(quiet).toBe(false)
  end()
  await clock.untilSleeping()
  await rest
  expect(quiet).toBe(true)
  stopper.abort()
  await outcome
})

describe('kinds of errors', () => {
  const sdkError = (name: string, status?: number): Error =>
    Object.assign(new Error('message'), {
      name,
      ...(status !== undefined && { $metadata: { httpStatusCode: status } }),
    })

  it.each([
    [sdkError('QueueDoesNotExist', 400), 'NO_RESOURCE', false],
    [sdkError('AWS.SimpleQueueService.NonExistentQueue', 400), 'NO_RESOURCE', false],
    [new AwsError('ResourceNotFoundException', 'gone', 404), 'NO_RESOURCE', false],
    [sdkError('AccessDenied', 403), 'NO_PERMISSIONS', false],
    [sdkError('AccessDeniedException', 400), 'NO_PERMISSIONS', false],
    [sdkError('InvalidParameterValue', 400), 'INVALID_PARAMETER', false],
    [sdkError('RequestThrottled', 403), 'THROTTLING', true],
    [new AwsError('TooManyRequestsException', 'slow', 429), 'THROTTLING', true],
    [sdkError('ServiceUnavailable', 503), 'ERROR_FROM_TARGET', true],
    [sdkError('TimeoutError'), 'TIMEOUT', true],
    [Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'CONNECTION_FAILURE', true],
    [new TypeError('a fault of this program'), 'UNKNOWN', false],
    ['no error at all', 'UNKNOWN', false],
  ])('%s is %s', (error, code, retryable) => {
    expect(toDeliveryError(error)).toMatchObject({ code, retryable })
  })
})
