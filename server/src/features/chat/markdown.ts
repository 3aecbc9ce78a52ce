const SPECIAL = /[\\`*_{}[\]()#+\-.!|<>~&:@/]/g

/** A text of somebody's as Markdown that shows just this text: no mark-up, no link, on one line. */
export const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(SPECIAL, (character) => `\\${character}`)

/** @param address one of our own making: user texts do not become links */
export const link = (label: string, address: string): string =>
  `[${plain(label)}](${address.replace(/[()\s]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)})`

/** @param rows of cells that are Markdown already */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
