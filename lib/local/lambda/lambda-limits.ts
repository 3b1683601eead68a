/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const SYNCHRONOUS_PAYLOAD_MAX_BYTES: number = 6 * 1024 * 1024
export const ASYNCHRONOUS_PAYLOAD_MAX_BYTES: number = 1024 * 1024

/** The account's quota for concurrent executions, and what of it cannot be reserved. */
export const ACCOUNT_CONCURRENCY = 1000
export const UNRESERVED_MINIMUM = 100

export const DEFAULT_TIMEOUT_SECONDS = 3
export const MAXIMUM_TIMEOUT_SECONDS = 900
export const DEFAULT_MEMORY_MEGABYTES = 128
export const MAXIMUM_MEMORY_MEGABYTES = 10_240

/** https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html: the time to load a module */
export const INIT_TIMEOUT_MILLISECONDS = 10_000

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html */
export const MAXIMUM_FILTERS = 5
export const MAXIMUM_FILTER_CHARACTERS = 4096
