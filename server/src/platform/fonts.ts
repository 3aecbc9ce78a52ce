import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '@scanleaf/shared'

/** One file of a font and the characters that it draws. */
export interface FontFile {
  /** Package that it is of. */
  font: string
  /** Name to ask for it. */
  family: string
  path: string
  ranges: readonly (readonly [first: number, last: number])[]
}

const HAN_FONTS = { sc: 'noto-sans-sc', tc: 'noto-sans-tc', jp: 'noto-sans-jp', kr: 'noto-sans-kr' }
const OTHER_FONTS = [
  'noto-sans',
  ...['arabic', 'khmer', 'lao', 'myanmar', 'thai'].map((name) => `noto-sans-${name}`),
]
const EMOJI_FONT = 'noto-emoji'

/** The same Han character has shapes of its own in each country: by the other letters of the text, else by language. */
function hanFonts(text: string, language: Language | undefined): string[] {
  const { sc, tc, jp, kr } = HAN_FONTS
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [jp, sc, tc, kr]
  if (/\p{Script=Hangul}/u.test(text)) return [kr, jp, sc, tc]
  if (/\p{Script=Bopomofo}/u.test(text)) return [tc, sc, jp, kr]
  const own = { ja: jp, ko: kr, 'zh-TW': tc }[language as string] ?? sc
  return [own, ...Object.values(HAN_FONTS).filter((name) => name !== own)]
}

/** Whether a font file really draws a character: the ranges of a package name some that its files do not hold. */
export type Draws = (file: FontFile, character: string) => boolean

/**
 * The font files that draw a text, in the order in which they are to be asked, or null when a character is in none.
 * Spaces and marks that only steer their neighbours need no font.
 */
export async function fontsFor(text: string, language: Language | undefined, draws: Draws) {
  const order = [...OTHER_FONTS, ...hanFonts(text, language), EMOJI_FONT]
  const chosen = new Map<FontFile, number>()
  for (const character of text) {
    if (/[\s\p{Default_Ignorable_Code_Point}]/u.test(character)) continue
    const isPicture = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(character)
    const file = await fileWith(character, isPicture ? [EMOJI_FONT, ...order] : order, draws)
    if (!file) return null
    chosen.set(file, order.indexOf(file.font))
  }
  return [...chosen].sort(([, place], [, other]) => place - other).map(([file]) => file)
}

async function fileWith(character: string, fonts: string[], draws: Draws): Promise<FontFile | null> {
  const codePoint = character.codePointAt(0) as number
  for (const font of fonts) {
    const file = (await filesOf(font)).find(
      (file) =>
        file.ranges.some(([first, last]) => codePoint >= first && codePoint <= last) &&
        draws(file, character),
    )
    if (file) return file
  }
  return null
}

const read = new Map<string, Promise<FontFile[]>>()

/** The files of a package; large fonts are cut into many, by how often their characters meet. */
function filesOf(name: string): Promise<FontFile[]> {
  const known = read.get(name) ?? readFiles(name)
  read.set(name, known)
  return known
}

async function readFiles(name: string): Promise<FontFile[]> {
  const folder = folderOf(name)
  const slices: Record<string, string> = JSON.parse(await readFile(`${folder}/unicode.json`, 'utf8'))
  return Object.entries(slices).map(([key, ranges]) => {
    const slice = key.replace(/[[\]]/g, '')
    const family = `${name}-${slice}`
    return {
      font: name,
      family,
      path: `${folder}/files/${family}-wght-normal.woff2`,
      ranges: rangesOf(ranges),
    }
  })
}

/** `U+0E01-0E5B,U+25CC` as numbers. */
const rangesOf = (text: string) =>
  text.split(',').map((range) => {
    const [first = 0, last = first] = range
      .trim()
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return [first, last] as const
  })

/** The fonts lie beside the bundle in production and in their packages in the source tree. */
function folderOf(name: string): string {
  const bundled = fileURLToPath(new URL(`./fonts/${name}`, import.meta.url))
  if (existsSync(bundled)) return bundled
  return dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/unicode.json`))
}
