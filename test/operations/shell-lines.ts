/** The commands of a shell block, each on one line: continued lines joined, comments left out. */
export function shellLines(code: string): string[] {
  return code
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s+)# .*$/, '').trim())
    .filter((line) => line !== '')
}
