import type { LocalCloud } from 'serverless-outbox/local'
import type { HandmadeEvent } from './handmade-event.js'
import type { Operator } from './operator.js'
import type { Progress } from './progress.js'

export interface DeadLetterStage {
  readonly cloud: LocalCloud
  readonly operator: Operator
  readonly handmade: HandmadeEvent
  readonly progress: Progress
  /** Shows a dead letter as it lies in the queue. */
  readonly show: (body: string) => void
}

/** A sweep and its backoff, several times. Minutes of the cloud's time. */
const PATIENCE = 30

/** Shows the dead letter of the event that was entered by hand, repairs it and sends it again; gives how many arrived. */
export async function runDeadLetter({
  cloud,
  operator,
  handmade,
  progress,
  show,
}: DeadLetterStage): Promise<number> {
  progress.tell('\nOne payment was entered by hand in the DynamoDB console, and a brace was forgotten.')
  progress.tell('That can never be sent, and nothing waited for it. This lies in the dead-letter queue:')
  for (const body of await operator.readDeadLetters()) show(body)
  await handmade.repair()
  await operator.redriveAll()
  progress.tell('The brace is put back in the row, and "Start DLQ redrive" chosen in the SQS console.')
  for (let waited = 0; waited < PATIENCE && handmade.arrivals() === 0; waited += 1)
    await cloud.clock.advance('1m')
  const redriven = handmade.arrivals() > 0
  progress.tell(redriven ? 'The consumers have it now, under the id that it always had.' : 'It did not come.')
  return redriven ? 1 : 0
}
