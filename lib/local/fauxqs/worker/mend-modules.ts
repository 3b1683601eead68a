import type { FauxqsModules } from './fauxqs-modules.js'

/** What SQS takes in a body. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const ALLOWED = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u

/** Makes the emulator take what SQS takes: characters beyond 16 bits (emoji), and all attributes. */
export function mendModules({ invalidCharacter, settableAttributes }: FauxqsModules): void {
  invalidCharacter.test = (body) => !ALLOWED.test(body)
  for (const name of [
    'RedriveAllowPolicy',
    'SqsManagedSseEnabled',
    'DeduplicationScope',
    'FifoThroughputLimit',
  ])
    settableAttributes.add(name)
}
