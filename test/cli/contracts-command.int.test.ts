import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ContractsWorkspace, contractsWorkspace } from './contracts-workspace.js'

const execute = promisify(execFile)

async function workspace(): Promise<ContractsWorkspace> {
  const made = await contractsWorkspace()
  onTestFinished(made.remove)
  return made
}

/** What the compiler says of a file. */
function compilerErrors(file: string): Promise<string> {
  const flags =
    '--ignoreConfig --noEmit --strict --noUncheckedIndexedAccess --module nodenext --target es2022'
  return execute('node_modules/.bin/tsc', [...flags.split(' '), '--types', '', file]).then(
    () => '',
    (error: Error & { readonly stdout?: string }) => error.stdout || error.message,
  )
}

const PAID = 'z.object({ total: z.object({ cents: z.int() }) })'

describe('outbox contracts', () => {
  it('writes a schema and types per version, an index, and nothing when nothing changed', async () => {
    const { event, contracts, files } = await workspace()
    const module = await event('OrderPaid', 1, PAID)
    expect(await contracts(module)).toMatchObject({ code: 0, error: '' })
    const written = await files()
    expect(Object.keys(written).sort()).toEqual(['OrderPaid.v1.schema.json', 'OrderPaid.v1.ts', 'index.ts'])
    expect(JSON.parse(written['OrderPaid.v1.schema.json'] ?? '')).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'OrderPaid.v1.schema.json',
      title: 'OrderPaid',
      properties: {
        metadata: { properties: { eventType: { const: 'OrderPaid' } } },
        data: { properties: { total: { required: ['cents'] } } },
      },
    })
    const again = await contracts(module)
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^1 contracts in .*: 3 of 3 files were up to date\.\n$/),
    })
    expect(await files()).toEqual(written)
    expect(await contracts(module, '--check')).toMatchObject({ code: 0, error: '' })
    // The order in which somebody writes properties is no change.
    const reordered = (properties: string): Promise<string> =>
      event('Thing', 1, `z.object({ ${properties} })`)
    await contracts(await reordered('a: z.int(), b: z.int()'))
    expect(await contracts(await reordered('b: z.int(), a: z.int()'), '--check')).toMatchObject({ code: 0 })
  })

  it('checks without writing: what is missing, and what was edited', async () => {
    const { folder, event, contracts, files } = await workspace()
    const module = await event('OrderPaid', 1, PAID)
    const missing = await contracts(module, '--check')
    expect(missing).toMatchObject({
      code: 1,
      error: expect.stringContaining('Out of date. Run `outbox contracts'),
    })
    expect(missing.out).toMatch(/^missing {3}.*OrderPaid\.v1\.schema\.json$/m)
    expect(await files()).toEqual({})

    await contracts(module)
    await writeFile(join(folder, 'contracts', 'OrderPaid.v1.ts'), 'edited')
    const edited = await contracts(module, '--check')
    expect(edited).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^outdated {2}.*OrderPaid\.v1\.ts\n1 contracts/),
    })
    await writeFile(join(folder, 'contracts', 'OrderPaid.v1.schema.json'), 'no JSON')
    expect(await contracts(module, '--check')).toMatchObject({
      code: 1,
      out: expect.stringContaining('OrderPaid v1: the published file is no JSON Schema: restore it\n'),
    })
  })

  it('takes files with the line ends of Windows for the same', async () => {
    const { folder, event, contracts, files } = await workspace()
    const module = await event('OrderPaid', 1, PAID)
    await contracts(module)
    for (const [name, text] of Object.entries(await files()))
      await writeFile(join(folder, 'contracts', name), text.replaceAll('\n', '\r\n'))
    expect(await contracts(module, '--check')).toMatchObject({ code: 0 })
  })

  it('says how a contract changed, and writes what is compatible', async () => {
    const { event, contracts, files } = await workspace()
    await contracts(await event('OrderPaid', 1, PAID))
    const wider = await event('OrderPaid', 1, PAID.replace('z.int()', 'z.int(), note: z.string().optional()'))
    const line = 'OrderPaid v1: data.total.note: optional property added (compatible)\n'
    expect(await contracts(wider, '--check')).toMatchObject({
      code: 1,
      out: expect.stringContaining(line),
      error: expect.stringContaining('Out of date.'),
    })
    expect(await contracts(wider)).toMatchObject({ code: 0, out: expect.stringContaining(line), error: '' })
    expect((await files())['OrderPaid.v1.ts']).toContain('note?: string')

    const described = await event(
      'OrderPaid',
      1,
      `${PAID.replace('z.int()', 'z.int(), note: z.string().optional()')}.describe('Money came')`,
    )
    expect(await contracts(described)).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        'OrderPaid v1: only words or the layout of the file changed (compatible)\n',
      ),
    })
  })

  it('refuses to overwrite what would break consumers, and does it with --force', async () => {
    const { event, contracts, files } = await workspace()
    await contracts(await event('OrderPaid', 1, PAID))
    const before = await files()
    const broken = await event('OrderPaid', 1, 'z.object({ total: z.object({}) })')
    const line = 'OrderPaid v1: data.total.cents: required property removed\n'
    expect(await contracts(broken, '--check')).toMatchObject({
      code: 1,
      out: expect.stringContaining(line),
      error:
        'Incompatible with what is published: OrderPaid v1. Raise its `version` and give it an `upcast`.\n',
    })
    expect(await contracts(broken)).toMatchObject({
      code: 1,
      out: expect.stringContaining(line),
      error:
        'Nothing was written, for consumers of what is published would break: OrderPaid v1. Raise its `version` and give it an `upcast`, or overwrite it with --force.\n',
    })
    expect(await files()).toEqual(before)
    expect(await contracts(broken, '--force')).toMatchObject({ code: 0, out: expect.stringContaining(line) })
    expect((await files())['OrderPaid.v1.ts']).not.toContain('cents')
  })

  it('writes a raised version beside the old one, and the index names the newest', async () => {
    const { event, contracts, files } = await workspace()
    await contracts(await event('OrderPaid', 9, PAID))
    await contracts(await event('OrderLost', 1, PAID))
    const before = await files()
    const raised = await event('OrderPaid', 10, 'z.object({ total: z.string() })')
    expect(await contracts(raised)).toMatchObject({ code: 0, error: '' })
    const after = await files()
    expect(after).toMatchObject({ ...before, 'index.ts': expect.any(String) })
    expect(after['OrderPaid.v10.ts']).toContain('total: string')
    expect(after['index.ts']).toContain('from "./OrderLost.v1.js"')
    expect(after['index.ts']).toContain('from "./OrderPaid.v10.js"')
    expect(after['index.ts']).not.toContain('OrderPaid.v9')
    expect(await contracts(raised, '--check')).toMatchObject({ code: 0 })
  })

  it('prints one JSON document for programs', async () => {
    const { folder, event, contracts } = await workspace()
    await contracts(await event('OrderPaid', 1, PAID))
    const { code, out, error } = await contracts(await event('OrderPaid', 1, 'z.object({})'), '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual({
      out: join(folder, 'contracts'),
      ok: false,
      written: false,
      events: [
        {
          type: 'OrderPaid',
          version: 1,
          state: 'changed',
          compatible: false,
          changes: [{ path: 'data.total', what: 'required property removed', compatible: false }],
        },
      ],
      files: [
        { name: 'OrderPaid.v1.schema.json', state: 'outdated' },
        { name: 'OrderPaid.v1.ts', state: 'outdated' },
        { name: 'index.ts', state: 'unchanged' },
      ],
    })
    expect(error).toContain('Nothing was written')
  })

  it.each<[string, (made: ContractsWorkspace) => Promise<string>, string]>([
    [
      'there is no module',
      async () => '/nowhere/events.ts',
      'Expected `/nowhere/events.ts` to be a TypeScript or JavaScript file, got none',
    ],
    [
      'it throws',
      ({ module }) => module("throw new Error('no table\\nsecond line')"),
      'to load, got an error: no table\n',
    ],
    ['it is no TypeScript', ({ module }) => module('export const = 1'), 'to load, got an error: '],
    [
      'it defines nothing',
      ({ module }) => module('export const a = 1, b = { type: "x" }'),
      'got 2 exports and none among them: export what `defineEvent` returns\n',
    ],
    [
      'a type has no JSON Schema',
      ({ event }) => event('OrderPaid', 1, 'z.object({ at: z.date() })'),
      'Expected `data.at` of event `OrderPaid` v1 to be of a type that JSON Schema has',
    ],
  ])('fails with one line when %s', async (_, make, message) => {
    const made = await workspace()
    const { code, out, error } = await made.contracts(await make(made))
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(error).toContain(message)
    expect(error.trimEnd()).not.toContain('\n')
  })

  it('reads a CommonJS module, and a definition of a library that it does not know', async () => {
    const { module, contracts, files } = await workspace()
    const made = await module(
      `const schema = { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }), jsonSchema: { output: () => ({ type: 'string' }) } } }
       module.exports = { paid: { type: 'OrderPaid', version: 1, aggregateType: 'Order', schema, create() {} } }`,
      'cjs',
    )
    expect(await contracts(made)).toMatchObject({ code: 0 })
    expect((await files())['OrderPaid.v1.ts']).toContain('data: OrderPaidData')
  })

  it('writes types that a consumer compiles with, and that catch its slips', async () => {
    const { folder, event, contracts } = await workspace()
    const schema = `z.object({
      items: z.array(z.object({ minItems: z.int(), required: z.boolean().optional() })).min(1).max(3),
      pair: z.tuple([z.string(), z.number()]),
      prices: z.record(z.string(), z.number()),
      fees: z.record(z.enum(['card', 'cash']), z.number()),
      note: z.string().nullable(),
      payment: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('card'), digits: z.string() }),
        z.object({ kind: z.literal('cash') }),
      ]),
      get parent() { return schema.optional() },
      money: z.object({ cents: z.int() }).meta({ id: 'Money', title: 'Money' }),
    })`
    const module = await event('order.paid', 2, 'null')
    await writeFile(
      module,
      `import { z } from 'zod'\nimport { defineEvent } from ${JSON.stringify(join(process.cwd(), 'lib/event/define-event.ts'))}\nconst schema = ${schema}\nexport default defineEvent('order.paid', { version: 2, aggregateType: 'Order', schema })\n`,
    )
    expect(await contracts(module)).toMatchObject({ code: 0, error: '' })
    await writeFile(
      join(folder, 'consumer.ts'),
      `import type { OrderPaid, OrderPaidData } from './contracts/index.js'
export function read({ metadata, data }: OrderPaid): readonly unknown[] {
  const version: 2 = metadata.schemaVersion
  const first: number | undefined = data.items[0]?.minItems
  const [text, number]: [string, number] = data.pair
  const parent: OrderPaidData | undefined = data.parent
  const digits = data.payment.kind === 'card' ? data.payment.digits.length : 0
  const fee: number = data.fees.card
  // @ts-expect-error no such property
  data.total
  // @ts-expect-error it may be null
  data.note.length
  // @ts-expect-error it may be absent
  metadata.aggregateVersion.toFixed()
  return [version, first, text, number, parent, digits, data.prices['x'], data.money.cents, fee, metadata.context?.['tenant']]
}
`,
    )
    expect(await compilerErrors(join(folder, 'consumer.ts'))).toBe('')
  })

  it('runs as a program, on a module that imports this package', async () => {
    const { folder } = await workspace()
    await mkdir(join(folder, 'out'))
    await rm(join(folder, 'node_modules'))
    const args = [
      '--import',
      'tsx',
      'bin/outbox.ts',
      'contracts',
      'examples/orders/events.ts',
      '--json',
      '--out',
      join(folder, 'out'),
    ]
    const { stdout, stderr } = await execute(process.execPath, args, {
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    })
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, written: true })
    expect(stderr).toBe('')
  })
})
