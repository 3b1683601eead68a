import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'
import { deployAgain } from '../deploy-again.js'

/** What events are lost, or stuck, without. https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html */
export const mappingSettings: Check = {
  name: 'mapping settings',
  run: async ({ mapping, outbox }) => {
    const {
      StartingPosition,
      BisectBatchOnFunctionError,
      FunctionResponseTypes = [],
      ParallelizationFactor = 1,
      MaximumRecordAgeInSeconds = -1,
      DestinationConfig,
    } = await mapping()
    const faults = [
      StartingPosition !== 'TRIM_HORIZON' && `it starts at ${StartingPosition}, which skips events`,
      BisectBatchOnFunctionError !== true && 'it does not bisect: one bad record holds up its shard',
      !FunctionResponseTypes.includes('ReportBatchItemFailures') &&
        'it does not take partial responses: delivered events come again',
      ParallelizationFactor !== 1 &&
        `its parallelization factor is ${ParallelizationFactor}: events of an aggregate lose their order`,
      MaximumRecordAgeInSeconds <= 0 &&
        'it has no record age: an outage of a day loses records in the stream',
      DestinationConfig?.OnFailure?.Destination === undefined &&
        'it has no on-failure queue: nobody hears of records that it gives up',
    ].filter((fault) => fault !== false)
    return faults.length === 0
      ? ok('from the beginning, bisecting, partial responses')
      : problem(faults.join('; '), deployAgain(outbox))
  },
}
