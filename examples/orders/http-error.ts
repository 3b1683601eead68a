import { isOutboxError } from 'serverless-outbox'
import { OrderRefusal } from './order.js'
import { OrderChanged, OrderNotFound } from './orders.js'

/** A mistake of the caller, with the status that says so. */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly statusCode: number
  readonly code: string

  constructor(statusCode: number, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

/** Every error as HTTP tells it: `{ error: { code, message } }`. */
export function problem(error: unknown): { readonly statusCode: number; readonly body: object } {
  const { statusCode, code, message } = httpError(error)
  return { statusCode, body: { error: { code, message } } }
}

function httpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof OrderNotFound) return new HttpError(404, 'ORDER_NOT_FOUND', error.message)
  if (error instanceof OrderRefusal) return new HttpError(409, 'ORDER_REFUSED', error.message)
  if (error instanceof OrderChanged) return new HttpError(409, 'ORDER_CHANGED', error.message)
  // What the event's rules refuse was asked for by the caller: a total beyond all numbers, for example.
  if (isOutboxError(error, 'INVALID_EVENT')) return new HttpError(400, 'INVALID_REQUEST', error.message)
  return new HttpError(500, 'INTERNAL_ERROR', 'Something went wrong; nothing is known to be saved')
}
