import { parentPort, workerData } from 'node:worker_threads'
import { installVirtualDate } from '../../time/worker/virtual-date.js'
import type {
  FauxqsRequest,
  FauxqsResponse,
  FauxqsResults,
  FauxqsSettings,
  FauxqsTask,
} from '../worker-message.js'
import { loadFauxqs } from './fauxqs-modules.js'
import { mendModules } from './mend-modules.js'
import { ObjectStore } from './object-store.js'
import { SqsOperations } from './sqs-operations.js'

/** The entry of the emulator's worker. */
const port = parentPort
if (port === null) throw new Error('fauxqs-worker.ts is the entry of a worker')
const { fauxqsUrl, clockOffset, region, accountId }: FauxqsSettings = workerData
installVirtualDate(new Float64Array(clockOffset))

const rung = new Set<string>()

// Fails like an exception that nobody caught: the worker ends, and the local cloud says why.
void loadFauxqs(fauxqsUrl).then((modules) => {
  mendModules(modules)
  const sqs = new SqsOperations(modules, { region, accountId, onRing: (queueName) => rung.add(queueName) })
  const objects = new ObjectStore(modules)

  const perform = async (task: FauxqsTask): Promise<FauxqsResults[FauxqsTask['kind']]> => {
    switch (task.kind) {
      case 'sqs':
        return sqs.call(task.operation, task.input)
      case 's3':
        return objects.handle(task.request)
      case 'take-back':
        return sqs.takeBack(task.queueUrl, task.receiptHandles)
      case 'tick':
        return sqs.settle(task.until)
      case 'statistics':
        return sqs.statistics()
    }
  }
  const answer = (response: Omit<FauxqsResponse, 'rung' | 'due'>): void => {
    const due = sqs.due()
    const complete: FauxqsResponse = {
      ...response,
      rung: [...rung],
      ...(Number.isFinite(due) ? { due } : {}),
    }
    rung.clear()
    port.postMessage(complete)
  }

  port.on('message', ({ id, task }: FauxqsRequest) => {
    perform(task).then(
      (result) => answer({ id, result }),
      (error: unknown) => answer({ id, fault: error instanceof Error ? error.message : String(error) }),
    )
  })
  answer({})
})
