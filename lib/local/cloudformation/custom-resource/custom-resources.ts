import type { CustomResourceToProvision } from '../../assembly/deployment.js'
import { NotProvisioned } from '../../assembly/not-provisioned.js'
import type { Clock } from '../../clock.js'
import type { FunctionInvoker } from '../../function-invoker.js'
import { isRecord, type JsonRecord } from '../../record.js'
import type { ProvisionedResource } from '../../resource-provider.js'
import { AnswerServer } from './answer-server.js'
import { createRequest } from './custom-resource-request.js'

/** How long an answer may take after its function ended well: it can be on its way still. Milliseconds. */
const LATE_ANSWER = 1_000

/**
 * Custom resources that a function of the template makes. It gets the request to create; when the local cloud stops,
 * nothing is deleted, since nothing stays.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/template-custom-resources.html
 */
export class CustomResources {
  readonly passive = true
  readonly #functions: FunctionInvoker
  readonly #clock: Clock
  readonly #answers = new AnswerServer()

  constructor(functions: FunctionInvoker, clock: Clock) {
    this.#functions = functions
    this.#clock = clock
  }

  /** @throws NotProvisioned when the function fails, reports a failure, or does not answer */
  readonly provision = async (resource: CustomResourceToProvision): Promise<ProvisionedResource> => {
    const { responseUrl, body } = await this.#answers.expect()
    const request = createRequest(resource, responseUrl)
    await this.#invoke(String(resource.properties['ServiceToken']), request, body)
    const answer = readAnswer(await this.#orLate(body))
    const { Status: status, Reason: reason, PhysicalResourceId: physicalId, Data: data } = answer
    if (status !== 'SUCCESS') throw new NotProvisioned(`its function says: ${String(reason)}`)
    return {
      ref: typeof physicalId === 'string' ? physicalId : String(request['RequestId']),
      attributes: isRecord(data) ? attributesOf(data) : {},
    }
  }

  stop(): Promise<void> {
    return this.#answers.stop()
  }

  /** @throws NotProvisioned when the function fails without an answer */
  async #invoke(serviceToken: string, request: JsonRecord, answer: Promise<string>): Promise<void> {
    try {
      const result = await this.#functions.invoke(serviceToken, request)
      if (result.kind === 'success') return
      // It may have failed after its answer.
      const failed = Symbol('failed')
      if ((await Promise.race([answer, failed])) === failed) throw new NotProvisioned(result.errorMessage)
    } catch (error) {
      if (error instanceof NotProvisioned) throw error
      throw new NotProvisioned(error instanceof Error ? error.message : String(error))
    }
  }

  async #orLate(answer: Promise<string>): Promise<string> {
    const answered = new AbortController()
    const late = this.#clock.sleep(LATE_ANSWER, answered.signal).then(() => undefined)
    try {
      const body = await Promise.race([answer, late])
      if (body === undefined) throw new NotProvisioned('its function did not answer')
      return body
    } finally {
      answered.abort()
    }
  }
}

function readAnswer(text: string): JsonRecord {
  try {
    const answer: unknown = JSON.parse(text)
    if (isRecord(answer)) return answer
  } catch {
    // Told below.
  }
  throw new NotProvisioned('its function answered with something that is no JSON object')
}

function attributesOf(data: JsonRecord): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
}
