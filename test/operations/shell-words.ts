/**
 * What a shell makes of a line: words, of which single quotes hold together everything and double quotes everything but
 * escapes.
 * @throws for what a shell would treat in another way: redirections, substitutions, pipes
 */
export function shellWords(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
  return words.map((word) => {
    const bare = word.replace(/'[^']*'|"[^"]*"/g, '')
    if (/[|<>$`;&*()]/.test(bare)) throw new Error(`Expected no more than words and quotes, got ${word}`)
    return word.replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double)
  })
}
