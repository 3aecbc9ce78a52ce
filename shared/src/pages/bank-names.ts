import { BANK_LIST, websiteHref } from '@scanleaf/qr'
import { foldText } from '../fold-text'
import { LOOK_ALIKES } from '../look-alikes'
import { linkedAddresses, type Page } from './page'

const ENCLOSED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu
/** White letters on black, of which Unicode does not say which they are. */
const disclosed = (sign: string): string =>
  String.fromCharCode(97 + (((sign.codePointAt(0) ?? 0) - 0x1f150) % 0x20))

/** A text as it looks to somebody who does not look twice: words parted by one space. */
const looks = (text: string): string =>
  [...foldText(text.replace(ENCLOSED, disclosed))]
    .map((letter) => LOOK_ALIKES.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

const joined = (text: string): string => looks(text).replaceAll(' ', '')

/** Names that are words of their own, or two letters: only beside the word bank do they name one. */
const COMMON: ReadonlySet<string> = new Set(['MB', 'CAKE', 'Timo', 'Vikki'])
/** From here on a name is found in any spelling, also within a longer word. */
const LONG_NAME = 6
const COMPANY_FORMS = /\b(?:TMCP|TNHH|MTV)\b|\s[–-].*$|Việt Nam$/gu

interface Named {
  name: string
  /** Found anywhere in the joined letters of a text. */
  anywhere: readonly string[]
  /** Found as a word. */
  word: string | null
}

const BANKS: readonly Named[] = BANK_LIST.filter(({ fullName }) => /^Ngân hàng/.test(fullName)).map(
  ({ name, fullName }) => {
    const short = joined(name)
    const full = [fullName, fullName.replace(COMPANY_FORMS, '')].map(joined)
    const beside = [`${short}${joined('bank')}`, `${joined('ngân hàng')}${short}`]
    const isLong = short.length >= LONG_NAME && !COMMON.has(name)
    return {
      name,
      anywhere: [...beside, ...(isLong ? [short] : []), ...full],
      word: isLong || COMMON.has(name) ? null : short,
    }
  },
)

/** What only a form of somebody’s own site asks for, and pages have no forms. */
const SECRETS = ['đăng nhập', 'mật khẩu', 'OTP', 'password', 'log in', 'sign in'] as const

/** Parts of a page that nobody reads. */
const UNREAD: ReadonlySet<string> = new Set([
  'type',
  'id',
  'picture',
  'logo',
  'icon',
  'zone',
  'bank',
  'kind',
  'code',
])

/** Every text of a page, and the hosts of its links. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => (UNREAD.has(name) ? [] : textsIn(each)))
}

/**
 * Banks that a page names, in any letters that look like theirs, and words by which links ask for secrets: what phishers
 * write.
 * @example suspectNamesIn(page) // ['Vietcombank', 'OTP']
 */
export function suspectNamesIn(page: Page): string[] {
  const texts = textsIn(page)
  const found = texts.map(looks)
  const words = new Set(found.flatMap((text) => [...text.split(' '), spelled(text)]))
  const letters = found.map((text) => text.replaceAll(' ', '')).join('|')
  const banks = BANKS.filter(
    ({ anywhere, word }) =>
      (word !== null && words.has(word)) || anywhere.some((name) => letters.includes(name)),
  )
  const titles = page.blocks
    .flatMap((block) => (block.type === 'links' ? block.links.flatMap(({ title }) => textsIn(title)) : []))
    .map((title) => ` ${looks(title)} `)
  const secrets = SECRETS.filter((secret) => titles.some((title) => title.includes(` ${looks(secret)} `)))
  return [...banks.map(({ name }) => name), ...secrets]
}

/** A word of which each letter stands alone: `A C B`. */
const spelled = (text: string): string =>
  text
    .split(' ')
    .filter((word) => word.length === 1)
    .join('')

/** What an operator judged of such a page: as long as it is the same, further publications of it are not held. */
export const claimOf = (page: Page): string =>
  JSON.stringify([
    suspectNamesIn(page),
    page.name,
    page.line,
    [...new Set(linkedAddresses(page).map(({ address }) => new URL(websiteHref(address)).host))].sort(),
  ])

/** The texts of a page as an operator reads them. */
export const pageTexts = ({ name, line, blocks }: Page): string[] => [
  ...new Set([name, line, blocks].flatMap(textsIn).filter((text) => text.trim() !== '')),
]
