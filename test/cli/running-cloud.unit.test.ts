import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readRunningCloud, tellRunningCloud } from '../../lib/cli/local/running-cloud.js'

const FILE = 'outbox-local.json'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'running-cloud-'))
  onTestFinished(() => rm(made, { recursive: true }))
  return made
}

function cloud(endpoint: string) {
  const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret' }
  return { endpoint, region: 'us-east-1', clientConfig: { endpoint, region: 'us-east-1', credentials } }
}

describe('how other commands reach a local cloud', () => {
  it('is told to its user only, while it runs', async () => {
    const assembly = await folder()
    const untell = await tellRunningCloud(assembly, cloud('http://127.0.0.1:1'))
    expect(await readRunningCloud(assembly)).toEqual({
      endpoint: 'http://127.0.0.1:1',
      region: 'us-east-1',
      credentials: { accessKeyId: 'AKIA', secretAccessKey: 'secret' },
      pid: process.pid,
    })
    expect((await stat(join(assembly, FILE))).mode & 0o777).toBe(0o600)
    await untell()
    expect(await readdir(assembly)).toEqual([])
    expect(await readRunningCloud(assembly)).toBeUndefined()
  })

  it('is that of the cloud that began last', async () => {
    const assembly = await folder()
    const untell = await tellRunningCloud(assembly, cloud('http://127.0.0.1:1'))
    await tellRunningCloud(assembly, cloud('http://127.0.0.1:2'))
    await untell()
    expect((await readRunningCloud(assembly))?.endpoint).toBe('http://127.0.0.1:2')
  })

  it.each<[string, unknown]>([
    // Above what Linux and macOS give out.
    [
      'was killed',
      {
        ...cloud('http://127.0.0.1:1'),
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
        pid: 2 ** 30,
      },
    ],
    ['is told of by a file of somebody else', { endpoint: 1 }],
    ['is told of by no JSON object', 'text'],
  ])('is none where the cloud %s', async (_, content) => {
    const assembly = await folder()
    await writeFile(join(assembly, FILE), JSON.stringify(content))
    expect(await readRunningCloud(assembly)).toBeUndefined()
  })
})
