const CHANGEABLE = [
  'BatchSize',
  'BisectBatchOnFunctionError',
  'DestinationConfig',
  'Enabled',
  'FilterCriteria',
  'FunctionName',
  'FunctionResponseTypes',
  'MaximumBatchingWindowInSeconds',
  'MaximumRecordAgeInSeconds',
  'MaximumRetryAttempts',
  'MetricsConfig',
  'ParallelizationFactor',
  'ScalingConfig',
] as const

/** What the local cloud knows of CreateEventSourceMapping, and of the template's resource. */
export const NEW_MAPPING_MEMBERS: ReadonlySet<string> = new Set([
  ...CHANGEABLE,
  'EventSourceArn',
  'StartingPosition',
])

/** What the local cloud knows of UpdateEventSourceMapping. */
export const MAPPING_UPDATE_MEMBERS: ReadonlySet<string> = new Set([...CHANGEABLE, 'UUID'])
