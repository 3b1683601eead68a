import type { JsonRecord } from '../../record.js'
import type { Action, Service } from '../../service.js'
import { getEventSourceMapping } from './get-event-source-mapping.js'
import { getFunction } from './get-function.js'
import { getFunctionConfiguration } from './get-function-configuration.js'
import { invoke } from './invoke.js'
import type { LambdaContext } from './lambda-context.js'
import { listEventSourceMappings } from './list-event-source-mappings.js'
import { listFunctions } from './list-functions.js'
import { MappingStates } from './mapping-states.js'
import { updateEventSourceMapping } from './update-event-source-mapping.js'

/** Lambda's API, as far as it is emulated. */
export function lambdaActions(context: LambdaContext): Service['actions'] {
  const states = new MappingStates()
  const action =
    (run: (input: JsonRecord) => JsonRecord | Promise<JsonRecord>): Action =>
    async ({ input }) =>
      run(input)
  return {
    Invoke: action((input) => invoke(context, input)),
    GetFunction: action((input) => getFunction(context, input)),
    GetFunctionConfiguration: action((input) => getFunctionConfiguration(context, input)),
    ListFunctions: action((input) => listFunctions(context, input)),
    GetEventSourceMapping: action((input) => getEventSourceMapping(context, states, input)),
    ListEventSourceMappings: action((input) => listEventSourceMappings(context, states, input)),
    UpdateEventSourceMapping: action((input) => updateEventSourceMapping(context, states, input)),
  }
}
