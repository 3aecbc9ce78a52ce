import { readdirSync, readFileSync } from 'node:fs'
import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Language } from '../languages'
import { type CodePage, decodeAs, decodeText, fittingEncodings, TableError, type TextEncoding } from './index'

const TONES = /[\u0300\u0301\u0303\u0309\u0323]/g
const ENCODERS = new Map<CodePage, Map<string, number[]>>()

/** The bytes of each character of a code page, by decoding all of them. */
function encoderOf(page: CodePage): Map<string, number[]> {
  const known = ENCODERS.get(page)
  if (known) return known
  const encoder = new Map<string, number[]>()
  const add = (...bytes: number[]) => {
    const text = new TextDecoder(page).decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && text !== '\ufffd' && !encoder.has(text)) encoder.set(text, bytes)
  }
  for (let byte = 0; byte < 0x100; byte++) add(byte)
  if (!page.startsWith('windows'))
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail)
  ENCODERS.set(page, encoder)
  return encoder
}

/** A text as a program of Windows saves it; null where the code page lacks a letter. */
function encoded(text: string, page: CodePage): Uint8Array | null {
  const encoder = encoderOf(page)
  const bytes: number[] = []
  for (const character of text.normalize()) {
    const found = encoder.get(character)
    if (found) {
      bytes.push(...found)
      continue
    }
    // windows-1258 has the tones of Vietnamese as marks of their own.
    const parts = character.normalize('NFD')
    const letter = parts.replace(TONES, '').normalize()
    for (const part of [letter, ...(parts.match(TONES) ?? [])]) {
      const ofPart = encoder.get(part)
      if (!ofPart) return null
      bytes.push(...ofPart)
    }
  }
  return Uint8Array.from(bytes)
}

const bytesOf = (text: string, page: CodePage) =>
  encoded(text, page) ?? expect.unreachable(`${page}: ${text}`)
const read = (bytes: Uint8Array, language: Language) => decodeText(bytes, language).text.normalize()

const LISTS: [CodePage, Language, string][] = [
  ['gb18030', 'zh-CN', '名称,链接\n一号桌,https://a.cn/1\n红烧牛肉面,https://a.cn/2\n'],
  ['big5', 'zh-TW', '名稱,連結\n一號桌,https://a.tw/1\n珍珠奶茶,https://a.tw/2\n'],
  ['shift_jis', 'ja', '名前,リンク\nテーブル1,https://a.jp/1\nお品書き,https://a.jp/2\n'],
  ['euc-kr', 'ko', '이름,링크\n테이블 1,https://a.kr/1\n김치찌개,https://a.kr/2\n'],
  ['windows-874', 'th', 'ชื่อ,ลิงก์\nโต๊ะ 1,https://a.th/1\nต้มยำกุ้ง,https://a.th/2\n'],
  ['windows-1258', 'vi', 'Tên,Liên kết\nBàn 01,https://a.vn/1\nPhở bò tái,https://a.vn/2\n'],
  ['windows-1251', 'ru', 'Имя,Ссылка\nСтол 1,https://a.ru/1\nБорщ с мясом,https://a.ru/2\n'],
  ['windows-1251', 'en', 'Назва,Посилання\nСтіл 1,https://a.ua/1\nКиїв, Хрещатик\n'],
  ['windows-1256', 'ar', 'الاسم,الرابط\nالطاولة 1,https://a.eg/1\nقهوة عربية,https://a.eg/2\n'],
  ['windows-1255', 'en', 'שם,קישור\nשולחן 1,https://a.il/1\nקפה הפוך,https://a.il/2\n'],
  ['windows-1253', 'en', 'Όνομα,Σύνδεσμος\nΤραπέζι 1,https://a.gr/1\nΕλληνικός καφές\n'],
  ['windows-1254', 'en', 'Adı,Bağlantı\nMasa 1,https://a.tr/1\nŞiş kebap, sıcak çay\n'],
  ['windows-1250', 'en', 'Nazwa,Łącze\nStół 1,https://a.pl/1\nŻurek z jajkiem, łosoś\n'],
  ['windows-1250', 'de', 'Název,Odkaz\nStůl 1,https://a.cz/1\nSvíčková, příloha, čaj\n'],
  ['windows-1257', 'en', 'Pavadinimas,Nuoroda\nŠaltibarščiai,https://a.lt/1\nŽuvis, kėdė, ąžuolas\n'],
  ['windows-1252', 'en', 'Nom,Lien\nCafé crème,https://a.fr/1\nDéjà vu à Noël\n'],
  ['windows-1252', 'pt', 'Nome,Endereço\nPromoção de São João,a\nLições,b\n'],
  ['windows-1252', 'vi', 'Name,Straße\nGröße über alles,a\nKöln,b\n'],
]

describe('a list in the code page of Excel', () => {
  test.each(LISTS)('%s is read as written, on a screen in %s and in others: %s', (page, language, text) => {
    for (const each of [language, 'en', 'hi'] as const)
      expect(read(bytesOf(text, page), each), each).toBe(text)
  })

  test.each<[CodePage, Language, string]>([
    ['gb18030', 'zh-CN', '菜单'],
    ['big5', 'zh-TW', '菜單'],
    ['shift_jis', 'ja', 'メニュー'],
    ['shift_jis', 'ja', 'ﾒﾆｭｰ'],
    ['euc-kr', 'ko', '메뉴'],
    ['windows-874', 'th', 'เมนู'],
    ['windows-1251', 'ru', 'Меню'],
    ['windows-1256', 'ar', 'قائمة'],
    ['windows-1258', 'vi', 'Thực đơn'],
    ['windows-1252', 'fr', 'Été'],
  ])('%s: one word is read as the language of the screen has it: %s %s', (page, language, text) => {
    expect(read(bytesOf(text, page), language)).toBe(text)
  })

  test.each<[string, TextEncoding, TextEncoding]>([
    ['菜单', 'gb18030', 'euc-kr'],
    ['São Paulo', 'windows-1252', 'windows-1250'],
  ])('where two code pages fit, both can be chosen: %s', (text, page, other) => {
    const fitting = fittingEncodings(bytesOf(text, page as CodePage), 'en')
    expect(fitting).toEqual(expect.arrayContaining([page, other]))
    expect(fitting.length).toBeLessThanOrEqual(4)
  })

  test('the language of the screen decides between them', () => {
    const both = bytesOf('커피', 'euc-kr')
    expect(fittingEncodings(both, 'ko')[0]).toBe('euc-kr')
    expect(fittingEncodings(both, 'zh-CN')).toContain('euc-kr')
  })

  const PAGES: Partial<Record<Language, CodePage>> = {
    ...{ 'zh-CN': 'gb18030', 'zh-TW': 'big5', ja: 'shift_jis', ko: 'euc-kr', th: 'windows-874' },
    ...{ vi: 'windows-1258', ru: 'windows-1251', ar: 'windows-1256' },
    ...{ de: 'windows-1252', fr: 'windows-1252', es: 'windows-1252', it: 'windows-1252', pt: 'windows-1252' },
  }
  const folder = new URL('../../locales/', import.meta.url)
  const wordsOf = (language: Language): string[] =>
    readdirSync(folder)
      .flatMap((name) =>
        Object.values<string>(JSON.parse(readFileSync(new URL(`${name}/${language}.json`, folder), 'utf8'))),
      )
      .filter((text) => text.length < 40 && /[^\0-\x7f]/.test(text))

  test.each(Object.entries(PAGES) as [Language, CodePage][])(
    'any eight rows of %s are read back from %s',
    (language, page) => {
      const words = wordsOf(language).filter((text) => encoded(text, page))
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...words), { minLength: 8, maxLength: 12 }), (rows) => {
          const text = rows.join('\n').normalize()
          expect(read(bytesOf(text, page), language)).toBe(text)
        }),
        { numRuns: runs(20) },
      )
    },
  )
})

describe('Unicode', () => {
  const utf16 = (text: string, isLittle: boolean) => {
    const bytes = new DataView(new ArrayBuffer(text.length * 2))
    for (let index = 0; index < text.length; index++)
      bytes.setUint16(index * 2, text.charCodeAt(index), isLittle)
    return new Uint8Array(bytes.buffer)
  }
  const LIST = '名称;链接\r\n菜单;https://a.cn/\r\n'

  test.each([
    ['UTF-8', new TextEncoder().encode(LIST)],
    ['UTF-8 with its mark', new TextEncoder().encode(`\ufeff${LIST}`)],
    ['UTF-16, little end first', utf16(`\ufeff${LIST}`, true)],
    ['UTF-16, big end first', utf16(`\ufeff${LIST}`, false)],
    ['UTF-16 without a mark, little end first', utf16(LIST, true)],
    ['UTF-16 without a mark, big end first', utf16(LIST, false)],
  ])('is read without a question: %s', (_name, bytes) => {
    expect(read(bytes, 'vi')).toBe(LIST)
    expect(fittingEncodings(bytes, 'vi')).toHaveLength(1)
  })

  test('stays UTF-8 where a letter of it is cut', () => {
    const bytes = new TextEncoder().encode(`${LIST.repeat(10)}菜`).slice(0, -1)
    expect(decodeText(bytes, 'zh-CN')).toMatchObject({ encoding: 'utf-8', text: `${LIST.repeat(10)}\ufffd` })
  })

  test('any bytes are text or no table, in any encoding', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        try {
          for (const encoding of fittingEncodings(bytes, 'vi'))
            expect(decodeAs(bytes, encoding).text).not.toContain('\0')
        } catch (error) {
          expect(error).toBeInstanceOf(TableError)
        }
      }),
      { numRuns: runs(100) },
    ))
})
