import { helpPath, helpSectionId, LANGUAGE_CODES, screenOf } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { aScan, givenScans } from '../../testing/scan'
import { givenAccount, givenPlan } from '../billing/testing'
import { openHelp } from '../help'
import { aDynamicCode, codesOf } from '../user-codes/testing'
import { chatOf } from './testing'

const given = testApp({ BILLING: 'on' })
const MINUTE_MS = 60_000
const LANGUAGES = ['vi', 'en', 'ar'] as const

/** What is asked of each tool that reads; the name of a code is quoted. */
const questionsIn = (language: (typeof LANGUAGES)[number]): Record<string, string> => ({
  best_codes: {
    vi: 'mã nào được quét nhiều nhất',
    en: 'which code was scanned most',
    ar: 'أي رمز مُسح أكثر',
  }[language],
  show_plan: {
    vi: 'gói của tôi khi nào hết hạn',
    en: 'when does my plan expire',
    ar: 'متى تنتهي باقتي',
  }[language],
  show_scans: {
    vi: 'hôm nay có bao nhiêu lượt quét',
    en: 'how many scans today',
    ar: 'كم عملية مسح اليوم',
  }[language],
  explain_invoice: {
    vi: 'giải thích hoá đơn gần nhất',
    en: 'explain my last invoice',
    ar: 'اشرح آخر فاتورة',
  }[language],
  find_codes: { vi: 'liệt kê mã của tôi', en: 'list my codes', ar: 'اعرض رموزي' }[language],
  check_scan: { vi: 'Kiểm tra quét “Menu”', en: 'Check “Menu”', ar: 'افحص «Menu»' }[language],
})

async function answersTo(person: Person, language: (typeof LANGUAGES)[number]) {
  const chat = chatOf(given, person, language)
  const answers: Record<string, string> = {}
  for (const [tool, question] of Object.entries(questionsIn(language)))
    answers[tool] = (await chat.ask(question)).message
  given.clock.advance(MINUTE_MS)
  return answers
}

const LINK = /\]\((https?:[^)]+)\)/g
const linksIn = (text: string): string[] => [...text.matchAll(LINK)].map(([, address = '']) => address)

/** Opens an address of ours as somebody does who is not signed in, and finds the place in the page that it names. */
async function opens(address: string): Promise<void> {
  const { appUrl } = given.config()
  expect(address.startsWith(`${appUrl}/`), address).toBe(true)
  const [path = '', id] = address.slice(appUrl.length).split('#')
  // A screen asks to sign in and comes back; the pages of the help are open.
  if (!path.startsWith('/help/')) {
    expect([address, screenOf(path)?.access]).toEqual([address, 'session'])
    return
  }
  const { statusCode, body } = await given.inject({ url: path, headers: { accept: 'text/html' } })
  expect([address, statusCode]).toEqual([address, 200])
  if (id !== undefined) expect(body).toContain(`id="${id}"`)
}

const DAYS = /\d\d\/\d\d\/\d{4}.*\d\d\/\d\d\/\d{4}/s

test.each(LANGUAGES)(
  'in %s a tool without anything to tell says what to do next, with a link that opens',
  async (language) => {
    const { check_scan, ...answers } = await answersTo(await given.signedIn(), language)
    for (const [tool, text] of Object.entries(answers)) {
      expect([tool, linksIn(text).length]).toEqual([tool, 1])
      for (const address of linksIn(text)) await opens(address)
    }
    expect(check_scan).toContain('Menu')
    for (const tool of ['best_codes', 'show_scans']) expect(answers[tool]).toMatch(DAYS)
  },
)

test.each(LANGUAGES)(
  'in %s a tool tells figures, the days they are of, and where there is more',
  async (language) => {
    const person = await given.signedIn()
    const now = given.clock.now()
    const code = await codesOf(given, person).save(
      aDynamicCode({ name: 'Menu', dynamicId: `MENU-${language}` }),
    )
    const at = now.getTime() - 1000
    await givenScans(given.database(), [aScan(code.id, { at }), aScan(code.id, { at, visitor: 'another' })])
    await givenPlan(given.database(), 'shop', { addons: { 'dynamic-code-storage': 50 } })
    const endAt = new Date(now.getTime() + 86_400_000)
    await givenAccount(given.database(), person.id, { plan: 'shop', price: 99_000, debt: 99_000, endAt }, now)
    const answers = await answersTo(person, language)
    expect(answers['best_codes']).toMatch(/\[Menu\]\(.*\| 2 \|/)
    expect(answers['find_codes']).toMatch(/\[Menu\]\(.*\| 2 \|/)
    expect(answers['show_scans']).toMatch(/\*\*2\*\*.*\*\*2\*\*/)
    expect(answers['show_plan']).toMatch(/\| 1 \/ 50 \|/)
    expect(answers['show_plan']).not.toContain('addon')
    expect(answers['explain_invoice']).toMatch(/99[.,]000/)
    for (const tool of ['best_codes', 'show_scans']) expect(answers[tool]).toMatch(DAYS)
    for (const [tool, text] of Object.entries(answers)) {
      const own = linksIn(text).filter((address) => address.startsWith(given.config().appUrl))
      expect([tool, own.length > 0]).toEqual([tool, true])
      for (const address of own) await opens(address)
    }
  },
)

test('links of answers from the help open in every language for whoever is not signed in', async () => {
  const help = openHelp()
  const person = await given.signedIn()
  const opened = new Set<string>()
  for (const language of LANGUAGE_CODES) {
    const chat = chatOf(given, person, language)
    const pages = help.list(language)
    for (const { slug, sections } of pages)
      opened.add(`${given.config().appUrl}${helpPath(language, slug)}#${helpSectionId(sections.length - 1)}`)
    for (const { sections } of pages.slice(0, 3)) {
      const { message } = await chat.ask(sections[0]?.title ?? '')
      expect(linksIn(message).length).toBeGreaterThan(1)
      for (const address of linksIn(message)) opened.add(address)
    }
    given.clock.advance(MINUTE_MS)
  }
  for (const address of opened) await opens(address)
})
