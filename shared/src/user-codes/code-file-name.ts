import { TRIAL_PREFIX } from '../config/trial'
import { foldText } from '../fold-text'
import { fileNameFieldOf } from './content-types'

/** What the file of a code is named after; empty texts are missing. */
export interface NamedCode {
  name: string
  dynamicId: string | null
  /** The short link of a dynamic code, or the address in a static one. */
  address: string
  contentType: string
  content: Readonly<Record<string, string>>
  /** It holds an address that is only good for a trial (`isTrialLink`). */
  isTrial: boolean
}

const MAX_LENGTH = 60
const MAX_ADDRESS_LENGTH = 20

/** Scripts that any-ascii spells as their readers do. */
const SPELLED =
  /[\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Devanagari}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
/** Spelled by its Chinese reading, so not in Japanese. */
const HAN = /\p{Script=Han}+/gu
const LATIN = /\p{Script=Latin}[\p{Script=Latin}\p{Script=Inherited}]*/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * Name of a downloaded code without its ending: the code's name and the whole id; without a name the address by the
 * rule of spec §5, and the id where that rule cuts it off; a static code without either its type and its number,
 * network or text. A trial says so at its beginning.
 * @param language of the screen: Chinese characters are spelled in pinyin, except in Japanese
 * @example await codeFileName({ name: 'Tài sản 091', dynamicId: '767OUSFY', … }, 'vi') // 'tai-san-091_767OUSFY'
 */
export async function codeFileName(code: NamedCode, language: string): Promise<string> {
  const name = await plainFileName(code, language)
  return code.isTrial ? `${TRIAL_PREFIX}${name}` : name
}

async function plainFileName(code: NamedCode, language: string): Promise<string> {
  const id = code.dynamicId === null ? '' : `_${code.dynamicId}`
  const name = await slugOf(code.name, language)
  if (name !== '') return `${name}${id}`
  const field = fileNameFieldOf(code.contentType)
  if (code.dynamicId === null && field !== null) {
    const told = await slugOf(code.content[field] ?? '', language)
    return [code.contentType.toLowerCase(), told].filter(Boolean).join('-')
  }
  const fileName = downloadName(code.address)
  const isWhole = fileName.endsWith(downloadName(code.dynamicId ?? ''))
  return code.dynamicId === null || isWhole ? fileName : `${fileName}${id}`
}

/** Lower case, words joined by hyphens; letters that cannot be spelled well stay as they are. */
async function slugOf(text: string, language: string): Promise<string> {
  const plain = (await spelled(text.normalize('NFC'), language)).replace(LATIN, foldText).toLowerCase()
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...words.join('-')].slice(0, MAX_LENGTH).join('').replace(/-$/, '')
}

/** any-ascii is half a megabyte, which only names that need it load. */
async function spelled(text: string, language: string): Promise<string> {
  const scripts = language === 'ja' || KANA.test(text) ? [SPELLED] : [SPELLED, HAN]
  if (scripts.every((script) => text.search(script) < 0)) return text
  const { default: anyAscii } = await import('any-ascii')
  // Signs in it stand for letters that are not spoken, not for the end of a word.
  const spell = (letters: string) => anyAscii(letters).replace(/\W/g, '')
  return scripts.reduce((part, script) => part.replace(script, spell), text)
}

/**
 * Name of a downloaded code without its ending (spec §5): the url without protocol, cut to 20 characters, everything
 * but A-Z, a-z and 0-9 an underscore, in lower case.
 * @example downloadName('https://qr.example/7KX2M9QD') // 'qr_example_7kx2m9qd'
 */
export function downloadName(url: string): string {
  const cut = [...url.replace(/^https?:\/\//i, '')].slice(0, MAX_ADDRESS_LENGTH).join('')
  const name = cut.replace(/[^A-Za-z0-9]/g, '_').toLowerCase()
  return /[^_]/.test(name) ? name : 'qrcode'
}
