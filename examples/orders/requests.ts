import type { LambdaFunctionURLEvent } from 'aws-lambda'
import { z } from 'zod'
import { HttpError } from './http-error.js'

/** What callers may send. An unknown field is a mistake, and told. */
export const placeInput = z.strictObject({
  /** Chosen by the caller, a request that is sent twice places one order: the second is answered with 409. */
  orderId: z.uuid().optional(),
  customerId: z.string().min(1).max(100),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters'),
  lines: z
    .array(
      z.strictObject({
        sku: z.string().min(1).max(100),
        quantity: z.int().positive().max(1_000_000),
        priceCents: z.int().nonnegative().max(1_000_000_000),
      }),
    )
    .min(1)
    .max(100),
})

export const payInput = z.strictObject({ paymentId: z.string().min(1).max(100) })

export const cancelInput = z.strictObject({ reason: z.string().min(1).max(1000) })

/** @throws HttpError 400 naming every field that is at fault */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  { body = '', isBase64Encoded }: Pick<LambdaFunctionURLEvent, 'body' | 'isBase64Encoded'>,
): z.output<Schema> {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new HttpError(400, 'INVALID_JSON', 'The body must be a JSON object')
  }
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
  throw new HttpError(400, 'INVALID_REQUEST', faults.join('; '))
}
