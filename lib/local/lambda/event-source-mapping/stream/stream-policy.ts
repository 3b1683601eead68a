/** How a stream mapping batches and what it does about failures. Times in milliseconds. */
export interface StreamPolicy {
  /** 1 to 10,000. */
  readonly batchSize: number
  /** 0: what is there is a batch. */
  readonly batchingWindow: number
  readonly maximumBatchBytes: number
  readonly bisectOnError: boolean
  /** -1: without end. */
  readonly maximumRetryAttempts: number
  /** -1: as long as the stream keeps a record. */
  readonly maximumRecordAge: number
  /** `ReportBatchItemFailures`; without it, what the function answers is ignored. */
  readonly partialResponses: boolean
  /** The wait before the n-th attempt after a failure, n from 1. */
  readonly backoff: (failures: number) => number
}
