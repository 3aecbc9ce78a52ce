import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const LOCALES = join(import.meta.dirname, '../shared/locales')

/** `{namespace}/{language}.json` and its text, `{}` where a language lacks the file. */
function readTexts(): [path: string, text: string][] {
  const namespaces = readdirSync(LOCALES).sort()
  const files = new Set(namespaces.flatMap((namespace) => readdirSync(join(LOCALES, namespace))))
  return namespaces.flatMap((namespace) =>
    [...files].sort().map((file): [string, string] => {
      const path = join(LOCALES, namespace, file)
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}'
      return [`${namespace}/${file}`, JSON.stringify(JSON.parse(text))]
    }),
  )
}

/** Languages that `Intl` of Chromium lacks. */
const LOCAL_NAMES = ['km', 'lo', 'my'] as const

/** Country, language, day and month names (`LocalNames`) as the `Intl` of Node.js, which is complete, has them. */
function readLocalNames(language: string): [path: string, text: string] {
  const intl = `${language}-u-nu-latn`
  // Browsers break the lines of these languages by themselves.
  const plain = (text: string) => text.replaceAll('\u200B', '')
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  const namesOf = (type: 'region' | 'language', codes: readonly string[]) => {
    const names = new Intl.DisplayNames([intl], { type, fallback: 'none' })
    return Object.fromEntries(codes.flatMap((code) => [[code, names.of(code)]].filter(([, name]) => name)))
  }
  const day = (of: Date, options: Intl.DateTimeFormatOptions) =>
    plain(new Intl.DateTimeFormat(intl, { ...options, timeZone: 'UTC' }).format(of))
  // 1 January 2024 was a Monday.
  const weekday = (width: 'long' | 'short' | 'narrow') =>
    Array.from({ length: 7 }, (_, place) => day(new Date(Date.UTC(2024, 0, 1 + place)), { weekday: width }))
  const month = Array.from({ length: 12 }, (_, place) =>
    day(new Date(Date.UTC(2222, place)), { month: 'long', year: 'numeric' }).replace('2222', '#'),
  )
  const between = (items: string[]) =>
    new Intl.ListFormat(intl)
      .formatToParts(items)
      .filter(({ type }) => type === 'literal')
      .map(({ value }) => plain(value))
  const names = {
    region: namesOf('region', pairs),
    language: namesOf('language', [...pairs.map((pair) => pair.toLowerCase()), 'zh-CN', 'zh-TW']),
    weekday: { long: weekday('long'), short: weekday('short'), narrow: weekday('narrow') },
    month,
    list: [...between(['1', '2']), ...between(['1', '2', '3'])],
    inDays: plain(new Intl.RelativeTimeFormat(intl).format(9, 'day')).replace('9', '#'),
  }
  return [`local-names/${language}.json`, plain(JSON.stringify(names))]
}

/**
 * Lays the texts out as `assets/texts-{hash}/{namespace}/{language}.json`: with one hash of all, their names need no
 * list in the program.
 */
export function textsPlugin(): Plugin & { folder: string } {
  const texts = [...readTexts(), ...LOCAL_NAMES.map(readLocalNames)]
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 8)
  const folder = `assets/texts-${hash}`
  return {
    name: 'texts',
    folder,
    config: () => ({ define: { 'import.meta.env.TEXTS_FOLDER': JSON.stringify(`/${folder}`) } }),
    generateBundle() {
      for (const [path, source] of texts) {
        this.emitFile({ type: 'asset', fileName: `${folder}/${path}`, source })
      }
    },
  }
}
