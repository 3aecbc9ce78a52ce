import { LANGUAGE_CODES, type Language } from '@scanleaf/shared'
import { beforeEach, expect, test } from 'vitest'
import { loadTranslator } from '../../../platform/i18n'
import { type Person, testApp } from '../../../testing/app'
import { plain } from '../../tools'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { chatOf } from '../testing'

const given = testApp()
const translator = loadTranslator(['chat'], 'browser')

let person: Person
beforeEach(async () => {
  person = await given.signedIn()
})

const textsOf = (language: Language) => translator.in(language, 'chat')
const save = (name: string, dynamicId: string) =>
  codesOf(given, person).save(aDynamicCode({ name, dynamicId }))
const answerTo = async (question: string, language: Language) =>
  (await chatOf(given, person, language).ask(question)).message

/** A code of each language, how people ask for its scans, and how they ask for those of a code that nobody has. */
const ASKED: Record<Language, { name: string; asked: string; unknown: string }> = {
  vi: {
    name: 'Khuyến mãi',
    asked: 'Lượt quét của Khuyến mãi trong tháng 10',
    unknown: 'lượt quét của mã Tết',
  },
  en: {
    name: 'Summer sale',
    asked: 'how many scans did summer SALE get in October',
    unknown: 'scans of the Easter code this week',
  },
  fr: {
    name: 'Fête de Noël',
    asked: 'combien de scans pour fete de noel cette semaine',
    unknown: 'combien de scans du code Pâques cette semaine',
  },
  de: {
    name: 'Herbstaktion',
    asked: 'Wie viele Scans hat Herbstaktion diese Woche?',
    unknown: 'Wie viele Scans hat der Code Ostern diese Woche?',
  },
  ru: {
    name: 'Весенняя акция',
    asked: 'сколько сканирований у весенняя акция на этой неделе',
    unknown: 'сканирования кода Пасха на этой неделе',
  },
  es: {
    name: 'Menú del día',
    asked: '¿Cuántos escaneos tuvo menu del dia esta semana?',
    unknown: 'escaneos del código Navidad esta semana',
  },
  pt: {
    name: 'Promoção',
    asked: 'Quantas leituras teve promocao esta semana?',
    unknown: 'leituras do código Natal esta semana',
  },
  it: {
    name: 'Festa della birra',
    asked: 'Quante scansioni per festa della birra questa settimana?',
    unknown: 'scansioni del codice Natale questa settimana',
  },
  id: {
    name: 'Promo Lebaran',
    asked: 'berapa pemindaian untuk promo lebaran minggu ini',
    unknown: 'jumlah pemindaian kode Natal minggu ini',
  },
  ms: {
    name: 'Promosi Raya',
    asked: 'berapa imbasan untuk promosi raya minggu ini',
    unknown: 'jumlah imbasan kod Krismas minggu ini',
  },
  'zh-CN': { name: '春节促销', asked: '春节促销本周的扫描次数', unknown: '端午二维码本周的扫描次数' },
  'zh-TW': { name: '春節促銷', asked: '春節促銷本週的掃描次數', unknown: '端午 QR Code 本週的掃描次數' },
  ja: {
    name: '夏祭り',
    asked: '夏祭りの今週の読み取り回数',
    unknown: 'お正月コードの今週の読み取り回数',
  },
  ko: { name: '설날 행사', asked: '설날 행사의 이번 주 스캔 수', unknown: '추석 코드의 이번 주 스캔 수' },
  ar: {
    name: 'قائمة الطعام',
    asked: 'كم عدد المسح لقائمة الطعام هذا الأسبوع قائمة الطعام',
    unknown: 'عدد المسح لرمز رمضان هذا الأسبوع',
  },
  hi: {
    name: 'दिवाली सेल',
    asked: 'इस सप्ताह दिवाली सेल के कितने स्कैन हुए',
    unknown: 'इस सप्ताह होली कोड के कितने स्कैन हुए',
  },
  th: {
    name: 'สงกรานต์',
    asked: 'จำนวนการสแกนของสงกรานต์สัปดาห์นี้',
    unknown: 'จำนวนการสแกนของโค้ดลอยกระทงสัปดาห์นี้',
  },
  km: {
    name: 'ចូលឆ្នាំ',
    asked: 'ចំនួនស្កេនរបស់ចូលឆ្នាំសប្ដាហ៍នេះ',
    unknown: 'ចំនួនស្កេនរបស់កូដភ្ជុំបិណ្ឌសប្ដាហ៍នេះ',
  },
  lo: {
    name: 'ປີໃໝ່',
    asked: 'ຈຳນວນການສະແກນຂອງປີໃໝ່ອາທິດນີ້',
    unknown: 'ຈຳນວນການສະແກນຂອງລະຫັດບຸນບັ້ງໄຟອາທິດນີ້',
  },
  my: {
    name: 'သင်္ကြန်',
    asked: 'သင်္ကြန်၏ ဤအပတ် စကင်ဖတ်မှု',
    unknown: 'သီတင်းကျွတ် ကုဒ်၏ ဤအပတ် စကင်ဖတ်မှု',
  },
}

test('in every language a code is found in a question by its name without quotation marks', async () => {
  const wrong: string[][] = []
  for (const language of LANGUAGE_CODES) {
    const { name, asked } = ASKED[language]
    await save(name, `NAME-${language}`)
    const message = await answerTo(asked, language)
    if (!message.includes(`**${plain(name)}**`)) wrong.push([language, asked, message])
  }
  expect(wrong).toEqual([])
})

test('in every language who asks for the scans of a code that there is not is told so, with the nearest names', async () => {
  const wrong: string[][] = []
  await save('Phở 24', 'PHO-24')
  for (const language of LANGUAGE_CODES) {
    const t = textsOf(language)
    const message = await answerTo(ASKED[language].unknown, language)
    const isSaid = message.includes(t('say.nearest')) && message.includes('Phở 24')
    if (!isSaid || message.includes('**')) wrong.push([language, ASKED[language].unknown, message])
  }
  expect(wrong).toEqual([])
})

test('the longest name wins, and a part of a word is no name', async () => {
  await save('Khuyến mãi', 'SALE-1')
  await save('Khuyến mãi mùa hè', 'SALE-2')
  await save('Phở', 'PHO-1')
  const scansOf = async (question: string) => /\*\*(.*?)\*\*/.exec(await answerTo(question, 'vi'))?.[1]
  expect(await scansOf('lượt quét tuần này của khuyen mai mua he')).toBe('Khuyến mãi mùa hè')
  expect(await scansOf('khuyến mãi tuần này được bao nhiêu lượt quét')).toBe('Khuyến mãi')
  expect(await scansOf('tuần này phởn quá, bao nhiêu lượt quét')).toBe('Tất cả mã')
})

test('several codes that are named, or have one name, are listed and asked about', async () => {
  await save('Menu', 'MENU-1')
  await save('Poster', 'POSTER-1')
  for (const question of ['scans of Menu and Poster this week', 'pause menu and poster']) {
    const message = await answerTo(question, 'en')
    expect(message).toContain(textsOf('en')('say.which-of'))
    expect(message).toMatch(/MENU.*1[\s\S]*POSTER|POSTER[\s\S]*MENU/)
  }
  await save('Menu', 'MENU-2')
  const message = await answerTo('how many scans did menu get today', 'en')
  expect(message).toContain(textsOf('en')('say.which-of'))
  expect(message).not.toContain('POSTER')
})

test('a code is renamed, paused and checked by its name alone', async () => {
  await save('Summer sale', 'SUMMER26')
  const chat = chatOf(given, person, 'en')
  expect((await chat.ask('rename summer sale to Autumn sale')).actions[0]?.changes).toMatchObject([
    { from: 'Summer sale', to: 'Autumn sale' },
  ])
  expect((await chat.ask('please pause Summer Sale for a while')).actions).toMatchObject([{ kind: 'pause' }])
  expect((await chat.ask('summer sale does not scan')).message).toContain('Summer sale')
})

test('the names of another person’s codes are no names', async () => {
  await codesOf(given, await given.signedIn()).save(
    aDynamicCode({ name: 'Secret plan', dynamicId: 'SECRET' }),
  )
  const message = await answerTo('scans of Secret plan this week', 'en')
  expect(message).toContain('Secret plan')
  expect(message).not.toContain('**')
})

test('words of the question, and days, are names only in quotation marks', async () => {
  for (const [at, name] of ['tháng 10', 'lượt quét', 'mã', 'của tôi'].entries())
    await save(name, `WORD-${at}`)
  expect(await answerTo('lượt quét của tôi trong tháng 10', 'vi')).toContain('**Tất cả mã**')
  expect(await answerTo('lượt quét của “tháng 10” tuần này', 'vi')).toContain('**tháng 10**')
})
