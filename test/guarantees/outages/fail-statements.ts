import { type ApiCall, type GatewayResponse, jsonResponse, type Next } from 'serverless-outbox/local'

type Statement = Readonly<Record<string, unknown>>

/** Lets those statements of a BatchExecuteStatement fail that are told; the others are executed. */
export async function failStatements(
  { input }: ApiCall,
  next: Next,
  fails: (statement: Statement) => boolean,
): Promise<GatewayResponse> {
  const statements: readonly Statement[] = Array.isArray(input['Statements']) ? input['Statements'] : []
  const passing = statements.filter((statement) => !fails(statement))
  if (passing.length === statements.length) return next()
  const answers: unknown[] = []
  if (passing.length > 0) {
    const response = await next({ ...input, Statements: passing })
    const { Responses } = JSON.parse(response.body.toString()) as { readonly Responses?: readonly unknown[] }
    // Refused as a whole: so is this call.
    if (Responses === undefined) return response
    answers.push(...Responses)
  }
  const throttled = {
    Error: { Code: 'ThrottlingError', Message: 'Throughput exceeds the current capacity.' },
  }
  return jsonResponse({
    Responses: statements.map((statement) => (fails(statement) ? throttled : answers.shift())),
  })
}
