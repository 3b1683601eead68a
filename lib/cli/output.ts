/**
 * Aborted once nobody reads what this process prints. No signal of the process tells it: whoever listened to SIGPIPE and
 * lets go of it is killed by the next one.
 */
export const output: AbortController = new AbortController()
