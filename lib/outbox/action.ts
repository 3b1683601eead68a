import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

type TableOptional<T> = T extends { TableName: unknown }
  ? Omit<T, 'TableName'> & { readonly TableName?: string }
  : never

/**
 * The actions of a transaction as the DocumentClient takes them; `TableName` defaults to the outbox's table.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItem.html
 */
export type PutAction = TableOptional<NonNullable<TransactItem['Put']>>
export type UpdateAction = TableOptional<NonNullable<TransactItem['Update']>>
export type DeleteAction = TableOptional<NonNullable<TransactItem['Delete']>>
export type CheckAction = TableOptional<NonNullable<TransactItem['ConditionCheck']>>
