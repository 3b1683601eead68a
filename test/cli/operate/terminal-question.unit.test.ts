import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { terminalQuestion } from '../../../lib/cli/operate/terminal-question.js'

it.each([
  ['an answer', 'yes\r', 'yes'],
  ['ctrl-C', '\u0003', ''],
  ['ctrl-D', '\u0004', ''],
])('takes %s', async (_, keys, answer) => {
  const input = new PassThrough()
  const output = new PassThrough()
  const answered = terminalQuestion('Do it? ', { input, output })
  input.write(keys)
  expect(await answered).toBe(answer)
  expect(String(output.read())).toContain('Do it? ')
})
