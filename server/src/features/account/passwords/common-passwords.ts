import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const LINE_END = 0x0a

/** 49,233 lines of ASCII in lower case, in order: 388 kB in all, read at the first password that somebody sets. */
let list: Promise<Buffer> | null = null

/** Whether many people use a password. @param password in lower case */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList()
  return hasLine(await list, Buffer.from(password))
}

/** The build leaves the list beside the bundle; in the source tree it is in its package. */
async function readList(): Promise<Buffer> {
  const bundled = new URL('./common-passwords.txt', import.meta.url)
  if (existsSync(bundled)) return readFile(bundled)
  const source = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const passwords: string[] = JSON.parse(await readFile(source, 'utf8'))
  return Buffer.from(passwords.sort().join('\n'))
}

/** Halves the lines in which it can be. @param lines in the order of their bytes */
function hasLine(lines: Buffer, line: Buffer): boolean {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const start = middle === 0 ? 0 : lines.lastIndexOf(LINE_END, middle - 1) + 1
    const lineEnd = lines.indexOf(LINE_END, middle)
    const end = lineEnd === -1 ? lines.length : lineEnd
    const order = lines.subarray(start, end).compare(line)
    if (order === 0) return true
    if (order < 0) low = end + 1
    else high = start
  }
  return false
}
