import type { BuildAppOptions } from 'fauxqs'
import type { JsonRecord } from '../../record.js'

type Stores = NonNullable<BuildAppOptions['stores']>

export type SqsStore = Stores['sqsStore']
export type SqsQueue = NonNullable<ReturnType<SqsStore['getQueueByName']>>
export type SqsMessage = SqsQueue['messages'][number]
export type ReceivedMessage = ReturnType<SqsQueue['dequeue']>[number]
export type S3Store = Stores['s3Store']
export type S3Object = ReturnType<S3Store['getObject']>
export type FauxqsApp = Awaited<ReturnType<typeof import('fauxqs')['buildApp']>>

/** An action of the emulator. Each ends in the same turn: the only one that could wait is told not to. */
export type SqsAction = (
  body: JsonRecord,
  store: SqsStore,
  request: { readonly headers: Readonly<Record<string, string>> },
) => JsonRecord | Promise<JsonRecord>

export interface SqsErrorConstructor {
  new (code: string, message: string, statusCode?: number): SqsError
}

export interface SqsError extends Error {
  readonly code: string
  readonly statusCode: number
  /** `AWS.SimpleQueueService.NonExistentQueue;Sender` */
  readonly queryErrorHeader: string
  readonly toJSON: () => JsonRecord
}

export interface FauxqsModules {
  readonly SqsStore: {
    new (): SqsStore
    createMessage(
      body: string,
      attributes?: SqsMessage['messageAttributes'],
      delaySeconds?: number,
      groupId?: string,
      deduplicationId?: string,
    ): SqsMessage
  }
  readonly S3Store: new () => S3Store
  /** Loads the HTTP framework behind S3, which takes longer than all the rest: only who needs it waits for it. */
  readonly buildApp: (options: BuildAppOptions) => Promise<FauxqsApp>
  readonly snsStore: Stores['snsStore']
  readonly SqsError: SqsErrorConstructor
  readonly QueueDoesNotExistError: new () => SqsError
  /** By operation: `SendMessage`. */
  readonly actions: ReadonlyMap<string, SqsAction>
  /** What SetQueueAttributes takes. */
  readonly settableAttributes: Set<string>
  /** Its `test` says whether a body has a character that is not allowed. */
  readonly invalidCharacter: RegExp
  readonly md5OfAttributes: (attributes: SqsMessage['messageAttributes']) => string
}

export function isSqsError(error: unknown): error is SqsError {
  return error instanceof Error && error.name === 'SqsError' && 'queryErrorHeader' in error
}

/** Those of SQS that the emulator has. */
export const EMULATOR_OPERATIONS: readonly string[] = [
  'ChangeMessageVisibility',
  'ChangeMessageVisibilityBatch',
  'CreateQueue',
  'DeleteMessage',
  'DeleteMessageBatch',
  'DeleteQueue',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ListQueueTags',
  'ListQueues',
  'PurgeQueue',
  'ReceiveMessage',
  'SendMessage',
  'SendMessageBatch',
  'SetQueueAttributes',
  'TagQueue',
  'UntagQueue',
]

/**
 * The emulator's parts, which its package does not export one by one: its version is pinned.
 * @param fauxqsUrl its main module
 */
export async function loadFauxqs(fauxqsUrl: string): Promise<FauxqsModules> {
  const load = async (path: string) => import(new URL(path, fauxqsUrl).href)
  const [sqsStore, s3Store, snsStore, errors, sqsTypes, md5, actions] = await Promise.all([
    load('./sqs/sqsStore.js'),
    load('./s3/s3Store.js'),
    load('./sns/snsStore.js'),
    load('./common/errors.js'),
    load('./sqs/sqsTypes.js'),
    load('./common/md5.js'),
    Promise.all(
      EMULATOR_OPERATIONS.map(async (operation): Promise<[string, SqsAction]> => {
        const name = `${operation.charAt(0).toLowerCase()}${operation.slice(1)}`
        return [operation, (await load(`./sqs/actions/${name}.js`))[name]]
      }),
    ),
  ])
  return {
    SqsStore: sqsStore.SqsStore,
    S3Store: s3Store.S3Store,
    buildApp: async (options) => (await load('')).buildApp(options),
    snsStore: new snsStore.SnsStore(),
    SqsError: errors.SqsError,
    QueueDoesNotExistError: errors.QueueDoesNotExistError,
    actions: new Map(actions),
    settableAttributes: sqsTypes.SETTABLE_ATTRIBUTES,
    invalidCharacter: sqsTypes.INVALID_MESSAGE_BODY_CHAR,
    md5OfAttributes: md5.md5OfMessageAttributes,
  }
}
