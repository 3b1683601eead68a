import type { JsonRecord } from '../../record.js'
import type { Action, Service } from '../../service.js'
import { createEventSourceMapping } from './create-event-source-mapping.js'
import { deleteEventSourceMapping } from './delete-event-source-mapping.js'
import {
  deleteFunctionConcurrency,
  getFunctionConcurrency,
  putFunctionConcurrency,
} from './function-concurrency.js'
import { listTags, tagResource, untagResource } from './function-tags.js'
import { getEventSourceMapping } from './get-event-source-mapping.js'
import { getFunction } from './get-function.js'
import { getFunctionConfiguration } from './get-function-configuration.js'
import { getFunctionEventInvokeConfig } from './get-function-event-invoke-config.js'
import { getFunctionUrlConfig } from './get-function-url-config.js'
import { getPolicy } from './get-policy.js'
import { invoke } from './invoke.js'
import type { LambdaContext } from './lambda-context.js'
import { listEventSourceMappings } from './list-event-source-mappings.js'
import { listFunctions } from './list-functions.js'
import { updateEventSourceMapping } from './update-event-source-mapping.js'
import { updateFunctionConfiguration } from './update-function-configuration.js'

const ACTIONS: Readonly<
  Record<string, (context: LambdaContext, input: JsonRecord) => JsonRecord | Promise<JsonRecord>>
> = {
  CreateEventSourceMapping: createEventSourceMapping,
  DeleteEventSourceMapping: deleteEventSourceMapping,
  DeleteFunctionConcurrency: deleteFunctionConcurrency,
  GetEventSourceMapping: getEventSourceMapping,
  GetFunction: getFunction,
  GetFunctionConcurrency: getFunctionConcurrency,
  GetFunctionConfiguration: getFunctionConfiguration,
  GetFunctionEventInvokeConfig: getFunctionEventInvokeConfig,
  GetFunctionUrlConfig: getFunctionUrlConfig,
  GetPolicy: getPolicy,
  Invoke: invoke,
  ListEventSourceMappings: listEventSourceMappings,
  ListFunctions: listFunctions,
  ListTags: listTags,
  PutFunctionConcurrency: putFunctionConcurrency,
  TagResource: tagResource,
  UntagResource: untagResource,
  UpdateEventSourceMapping: updateEventSourceMapping,
  UpdateFunctionConfiguration: updateFunctionConfiguration,
}

export const LAMBDA_OPERATIONS: readonly string[] = Object.keys(ACTIONS)

/** Lambda's API, as far as it is emulated. */
export function lambdaActions(context: LambdaContext): Service['actions'] {
  const actions = Object.entries(ACTIONS).map(([name, action]): [string, Action] => [
    name,
    async ({ input }) => action(context, input),
  ])
  return Object.fromEntries(actions)
}
