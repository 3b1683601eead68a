import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { emulatedOperations } from '../../lib/local/emulated-operations.js'

const PAGE = fileURLToPath(new URL('../../docs/local-cloud.md', import.meta.url))

interface Row {
  readonly service: string
  readonly engine: string
  readonly operations: readonly string[]
  readonly link: string
}

/** The rows of the table under `## Operations`. */
async function rows(): Promise<readonly Row[]> {
  const text = await readFile(PAGE, 'utf8')
  const [, section = ''] = text.split(/^## Operations$/m)
  const [table = ''] = section.split(/^## /m)
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const [service = '', engine = '', operations = '', link = ''] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
      return {
        service: service.replaceAll('`', ''),
        engine,
        operations: operations.split(',').map((operation) => operation.trim()),
        link,
      }
    })
}

describe('the table of operations in docs/local-cloud.md', () => {
  it('has a row for each service, and says what the code does', async () => {
    const said = (await rows()).map(({ link: _link, ...row }) => row)
    expect(said).toEqual(emulatedOperations())
  })

  it("links each service's operations at AWS", async () => {
    for (const { link } of await rows()) {
      expect(link).toMatch(/^\[[^\]]+\]\(https:\/\/docs\.aws\.amazon\.com\/\S+\.html\)$/)
    }
  })
})
