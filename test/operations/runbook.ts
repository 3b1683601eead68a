import { readFileSync } from 'node:fs'
import { shellLines } from './shell-lines.js'

/** A heading of the page, with what stands below it until the next one. */
export interface Section {
  readonly heading: string
  /** The heading of the second level that it is in, or is. */
  readonly chapter: string
  readonly text: string
  /** What somebody types: inline code and lines of shell blocks, as they stand there, without comments. */
  readonly commands: readonly string[]
}

const BLOCK = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm
const INLINE = /`([^`\n]+)`/g
const COMMAND = /^(outbox|aws) /
/** `outbox status` names the command and is no way to call it. */
const MENTION = /^outbox [a-z]+$/

/** The sections of docs/operations.md, in order. */
export function readRunbook(): readonly Section[] {
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  let chapter = ''
  return page
    .split(/^(?=###? )/m)
    .slice(1)
    .map((text) => {
      const [first = ''] = text.split('\n', 1)
      const heading = first.replace(/^#+ /, '')
      if (first.startsWith('## ')) chapter = heading
      return { heading, chapter, text, commands: commandsOf(text) }
    })
}

function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(BLOCK)].filter(([, language]) => language === 'sh')
  const typed = blocks.flatMap(([, , code = '']) => shellLines(code))
  const inline = [...text.replace(BLOCK, '').matchAll(INLINE)].map(([, code = '']) => code)
  const commands = [...inline.filter((code) => !MENTION.test(code)), ...typed]
  return [...new Set(commands.filter((command) => COMMAND.test(command)))]
}
