import { expect, it } from 'vitest'
import { classifyCallError } from '../../lib/destination/classify-call-error.js'
import { classifyEntry } from '../../lib/destination/classify-entry.js'
import { awsError } from './event-bridge.js'

it('reads an error that quotes a whole event in reasonable time', () => {
  const message = `Unexpected: ${"Value '".repeat(55_000)}`
  const start = performance.now()
  classifyCallError(awsError('ValidationException', 400, message))
  expect(performance.now() - start).toBeLessThan(1_000)
})

it('keeps what an entry’s error quotes out of the row and the notice, as it does for a call’s', () => {
  const result = classifyEntry({
    ErrorCode: 'ValidationException',
    ErrorMessage: "1 validation error detected: Value 'SECRET' at 'entries.1.member.detail' failed",
  })
  expect(JSON.stringify(result)).not.toContain('SECRET')
})
