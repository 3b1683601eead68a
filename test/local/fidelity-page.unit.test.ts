import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { emulatedOperations } from '../../lib/local/emulated-operations.js'
import { KEPT_OUT } from '../../lib/local/events/providers/event-bus-provider.js'
import { NEW_MAPPING_MEMBERS } from '../../lib/local/lambda/event-source-mapping/mapping-members.js'
import { UNSUPPORTED } from '../../lib/local/lambda/function/function-provider.js'
import { streamSettings } from '../../lib/local/streams/stream-options.js'
import { documentedTable, list, page } from './documented-table.js'

describe('the table of operations in docs/local-cloud.md', () => {
  it('has a row for each service, and says what the code does', async () => {
    const said = (await documentedTable('Operations')).map(([service, engine, operations = '']) => ({
      service,
      engine,
      operations: list(operations),
    }))
    expect(said).toEqual(emulatedOperations())
  })

  it("links each service's operations at AWS", async () => {
    for (const [, , , link] of await documentedTable('Operations')) {
      expect(link).toMatch(/^\[[^\]]+\]\(https:\/\/docs\.aws\.amazon\.com\/\S+\.html\)$/)
    }
  })
})

it('the defaults of disorder are those of the code', async () => {
  const said = (await documentedTable('Disorder')).map(([option, value = '']) => [option, JSON.parse(value)])
  expect(Object.fromEntries(said)).toEqual(streamSettings())
})

describe('what docs/local-cloud.md says is not like AWS', () => {
  it('has all properties that the code leaves out', async () => {
    const rows = (await documentedTable('What is not like AWS')).map(
      ([type = '', properties = '']) => [type, list(properties)] as const,
    )
    const said = new Map(rows)
    expect(said.get('AWS::Events::EventBus')).toEqual([...KEPT_OUT].sort())
    expect(said.get('AWS::Lambda::Function')).toEqual([...UNSUPPORTED].sort())
    const mapping = said.get('AWS::Lambda::EventSourceMapping') ?? []
    expect(mapping.filter((name) => NEW_MAPPING_MEMBERS.has(name))).toEqual([])
    expect(rows).toEqual([...rows].sort(([a], [b]) => (a < b ? -1 : 1)))
  })

  it.each([
    ['All', ['CBOR']],
    ['SQS', ['high-throughput FIFO']],
    ['S3', ['Notifications']],
    [
      'EventBridge',
      ['targets are queues, functions and buses', 'KMS key, log configuration or dead-letter queue'],
    ],
    ['Lambda functions', ['Layers', '`DestinationConfig`', '`DeadLetterConfig`']],
    ['Function URLs', ['CORS', 'streaming']],
    ['Event source mappings', ['on-failure destinations are queues', 'tumbling windows']],
    ['CloudWatch', ['Anomaly alarms', 'actions do not run']],
  ])('tells it for %s', async (subject, parts) => {
    const [, section = ''] = (await page('local-cloud.md')).split('## What is not like AWS\n')
    const [item = ''] = section
      .split(/^- /m)
      .filter((text) => text.startsWith(`${subject}:`))
      .map((text) => text.replaceAll(/\s+/g, ' '))
    expect(parts.filter((part) => !item.includes(part))).toEqual([])
  })
})

describe('the tests that docs/iam-conditions.md names as run without IAM', () => {
  const TESTS = fileURLToPath(new URL('..', import.meta.url))
  /** A local cloud, or the program, that is started without an authoriser. */
  const UNENFORCED = /\b(?:LocalCloud\.start|localCloudTest)\((?![^)]*authoriser)|\boutbox\(\s*'local'/

  it('are all there are', async () => {
    const files = (await readdir(TESTS, { recursive: true })).filter((name) => name.endsWith('.ts'))
    const found: string[] = []
    for (const name of files) {
      if (UNENFORCED.test(await readFile(`${TESTS}/${name}`, 'utf8'))) found.push(`test/${name}`)
    }
    const [, text = ''] = (await page('iam-conditions.md')).split('but for these:')
    const [exceptions = ''] = text.split(/^## /m)
    const said = [...exceptions.matchAll(/^- `([^`]+)`:/gm)].map(([, name]) => name)
    expect(found.sort()).toEqual(said)
  })
})
