import { isRecord, type JsonRecord } from '../../../record.js'

/** The names of the partition keys of a table and its indexes. */
export interface TableKeys {
  readonly partitionKey: string
  readonly indexes: Readonly<Record<string, string>>
}

/** From what DescribeTable calls `Table`. */
export function tableKeys(table: JsonRecord): TableKeys | undefined {
  const partitionKey = hashOf(table)
  if (partitionKey === undefined) return undefined
  const indexes = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'].flatMap((member) =>
    records(table[member]),
  )
  return {
    partitionKey,
    indexes: Object.fromEntries(indexes.map((index) => [String(index['IndexName']), hashOf(index) ?? ''])),
  }
}

/** Asks once per table and again after a call that may have changed the table. */
export class TableKeysCache {
  readonly #describe: (tableName: string) => Promise<JsonRecord | undefined>
  readonly #known = new Map<string, Promise<TableKeys | undefined>>()

  constructor(describe: (tableName: string) => Promise<JsonRecord | undefined>) {
    this.#describe = describe
  }

  readonly of = (tableName: string): Promise<TableKeys | undefined> => {
    const known = this.#known.get(tableName)
    if (known !== undefined) return known
    const asked = this.#ask(tableName)
    this.#known.set(tableName, asked)
    return asked
  }

  async #ask(tableName: string): Promise<TableKeys | undefined> {
    const table = await this.#describe(tableName)
    const keys = table === undefined ? undefined : tableKeys(table)
    // It may be made later.
    if (keys === undefined) this.#known.delete(tableName)
    return keys
  }

  forget(): void {
    this.#known.clear()
  }
}

function hashOf(described: JsonRecord): string | undefined {
  const hash = records(described['KeySchema']).find((key) => key['KeyType'] === 'HASH')
  return hash === undefined ? undefined : String(hash['AttributeName'])
}

function records(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
