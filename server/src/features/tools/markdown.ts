import { addressesIn } from './addresses'

const SPECIAL = /[\\`*_{}[\]()#+\-.!|<>~&:@/]/g

/** Somebody's text as Markdown that shows exactly this text: no mark-up, no link, on one line. */
export const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(SPECIAL, (character) => `\\${character}`)

/**
 * A label that holds an address itself stays text: it would say another one than it leads to.
 * @param address one of our own making: user texts do not become links
 */
export const link = (label: string, address: string): string =>
  addressesIn(label).length > 0
    ? plain(label)
    : `[${plain(label)}](${address.replace(/[()\s]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)})`

/** @param rows of cells that are Markdown already */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
