import { readFileSync } from 'node:fs'

export interface AthenaTable {
  /** Type by column; Athena's names have small letters only. */
  readonly columns: ReadonlyMap<string, string>
  /** Where the objects of a partition lie. */
  readonly partition: (bucket: string, outbox: string, date: string, hour: string) => string
}

/** The table of the documentation. */
export function documentedTable(): AthenaTable {
  const page = readFileSync(new URL('../../docs/archive.md', import.meta.url), 'utf8')
  const [, list = ''] = /CREATE EXTERNAL TABLE \w+ \(\n([\s\S]*?)\n\)/.exec(page) ?? []
  const [, template = ''] = /'storage\.location\.template' = '([^']+)'/.exec(page) ?? []
  return {
    columns: new Map(
      list.split('\n').map((line) => {
        const [name = '', type = ''] = line.trim().replace(/,$/, '').split(' ')
        return [name, type]
      }),
    ),
    partition: (bucket, outbox, date, hour) =>
      template
        .replace('<bucket>', bucket)
        .replace('<outbox name>', outbox)
        .replace('$' + '{date}', date)
        .replace('$' + '{hour}', hour),
  }
}
