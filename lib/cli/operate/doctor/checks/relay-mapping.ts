import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'
import { deployAgain } from '../deploy-again.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetEventSourceMapping.html */
export const relayMapping: Check = {
  name: 'relay mapping',
  run: async ({ mapping, outbox }) => {
    try {
      const { State, LastProcessingResult = '' } = await mapping()
      if (State === 'Disabled' || State === 'Disabling')
        return problem(
          `It is ${State}: events wait for the sweeper`,
          `aws lambda update-event-source-mapping --uuid ${outbox.relayMappingId} --enabled`,
        )
      return LastProcessingResult.startsWith('PROBLEM')
        ? problem(`It is ${State}, its last result: ${LastProcessingResult}`, 'see the log of the relay')
        : ok(`${State}`)
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error
      return problem(
        `There is none of the id ${outbox.relayMappingId}: events wait for the sweeper`,
        deployAgain(outbox),
      )
    }
  },
}
