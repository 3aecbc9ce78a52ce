import { addDays, type ChatMessage, LANGUAGE_CODES, type Language, localDateAt } from '@scanleaf/shared'
import { beforeEach, expect, test } from 'vitest'
import { loadTranslator } from '../../../platform/i18n'
import { type Person, testApp } from '../../../testing/app'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { chatOf } from '../testing'

const given = testApp()
const MINUTE_MS = 60_000

let person: Person
beforeEach(async () => {
  person = await given.signedIn()
  const codes = codesOf(given, person)
  await codes.save(aDynamicCode({ name: 'Thực đơn', dynamicId: 'MENU-1' }))
  await codes.save(aDynamicCode({ name: 'Summer sale', dynamicId: 'SUMMER26' }))
})

const textsOf = (language: Language) => loadTranslator(['chat'], 'browser').in(language, 'chat')

/** The help page that an answer is from, or what it proposes, or what it shows. */
function kindOf({ message, actions }: ChatMessage, language: Language): string {
  const [before = '', after = ''] = textsOf(language)('say.read-more', { page: '|' }).split('|')
  const page = message
    .split('\n')
    .find((line) => line.startsWith(`${before}[`) && line.endsWith(after) && line.includes('/help/'))
  if (page) return /\/help\/([\w-]+)/.exec(page)?.[1] ?? ''
  const [action] = actions
  if (action) return `${action.kind} ${action.code?.dynamicId ?? action.changes[0]?.to}`
  if (/\d\d\/\d\d\/\d{4}/.test(message)) return `scans${/Summer|Thực/.exec(message) ?? ''}`
  return message.includes('| --- |') ? 'codes' : message
}

const VIETNAMESE: [string, string][] = [
  ['Làm sao tạo mã QR đầu tiên?', 'first-code'],
  ['Đổi liên kết đích sau khi in thế nào?', 'change-target'],
  ['Mã đã in rồi có đổi được liên kết không?', 'change-target'],
  ['Vì sao lượt quét không được tính?', 'scan-counts'],
  ['In mã cỡ bao nhiêu thì dễ quét?', 'print-and-scan'],
  ['tai sao ma khong quet duoc', 'print-and-scan'],
  ['Làm thế nào để chèn logo vào mã?', 'logo-and-colours'],
  ['Mã QR cho tệp PDF làm thế nào?', 'pdf-codes'],
  ['Tải xuống SVG hay PNG để in?', 'downloads'],
  ['Gói miễn phí được bao nhiêu mã?', 'plans-and-limits'],
  ['Chuyển khoản ngân hàng thế nào?', 'payments'],
  ['Hoá đơn của tôi ở đâu?', 'invoices'],
  ['Làm sao dùng tên miền riêng?', 'own-domain'],
  ['Làm sao đổi mật khẩu?', 'account-and-safety'],
  ['Làm 30 mã cho 30 bàn', 'many-codes'],
  ['In tem cho tất cả các mã', 'many-codes'],
  ['Tạm dừng mã Thực đơn', 'pause MENU-1'],
  ['Đổi tên mã MENU-1 thành Bữa trưa', 'rename MENU-1'],
  ['Đổi liên kết đích của mã SUMMER26 sang https://shop.example/he', 'retarget SUMMER26'],
  ['Đổi mã MENU-1 sang https://shop.example/toi sau 17 giờ', 'rules MENU-1'],
  ['Tạo mã QR động cho https://shop.example/tet', 'create https://shop.example/tet'],
  ['Tuần này có bao nhiêu lượt quét?', 'scans'],
  ['tìm mã summer', 'codes'],
]

const ENGLISH: [string, string][] = [
  ['How do I create my first QR code?', 'first-code'],
  ['Can I change the link of a code that is printed?', 'change-target'],
  ['How do I change the target of a code?', 'change-target'],
  ['Why are my scans not counted?', 'scan-counts'],
  ['How large should I print a code?', 'print-and-scan'],
  ['Why does my code not scan?', 'print-and-scan'],
  ['How do I add my logo?', 'logo-and-colours'],
  ['Can a code open a PDF file?', 'pdf-codes'],
  ['Should I download SVG or PNG?', 'downloads'],
  ['How many codes are in the free plan?', 'plans-and-limits'],
  ['How do I pay by bank transfer?', 'payments'],
  ['Where are my invoices?', 'invoices'],
  ['How do I use my own domain?', 'own-domain'],
  ['How do I change my password?', 'account-and-safety'],
  ['Make 50 codes at once', 'many-codes'],
  ['Can I create codes from an Excel file?', 'many-codes'],
  ['Pause the code “Summer sale”', 'pause SUMMER26'],
  ['Rename SUMMER26 to Autumn sale', 'rename SUMMER26'],
  ['Please point MENU-1 to https://shop.example/new', 'retarget MENU-1'],
  ['From 17:00 to 22:00 point “Summer sale” to https://shop.example/evening', 'rules SUMMER26'],
  ['Create a code for https://shop.example/party', 'create https://shop.example/party'],
  ['How many scans did SUMMER26 get today?', 'scansSummer'],
  ['Show my codes', 'codes'],
]

test.each([
  ['vi', VIETNAMESE],
  ['en', ENGLISH],
] as const)('questions in %s reach the right page or act', async (language, questions) => {
  const chat = chatOf(given, person, language)
  const reached: [string, string][] = []
  for (const [question] of questions) reached.push([question, kindOf(await chat.ask(question), language)])
  expect(reached).toEqual(questions)
})

test('in every language the questions that the screen suggests reach a page, scans and codes', async () => {
  const wrong: string[][] = []
  for (const language of LANGUAGE_CODES) {
    const chat = chatOf(given, person, language)
    const texts = textsOf(language)
    const reached = []
    for (const name of ['change-target', 'print', 'scans', 'find'])
      reached.push(kindOf(await chat.ask(texts(`suggest.${name}`)), language))
    if (reached.join() !== 'change-target,print-and-scan,scans,codes') wrong.push([language, ...reached])
    // The rate limit per minute would answer the last of them.
    given.clock.advance(MINUTE_MS)
  }
  expect(wrong).toEqual([])
})

test('it says what it is when it knows no answer, and asks which code is meant', async () => {
  const chat = chatOf(given, person, 'en')
  expect((await chat.ask('zzyzx qwrtp')).message).toContain('built-in assistant')
  expect((await chat.ask('Pause the code')).message).toContain('Which code')
  expect((await chat.ask('Pause “Winter”')).message).toContain('Winter')
  await codesOf(given, person).save(aDynamicCode({ name: 'Summer school', dynamicId: 'SUMMER27' }))
  const { message, actions } = await chat.ask('Pause “summer”')
  expect([message.includes('SUMMER26'), message.includes('SUMMER27'), actions]).toEqual([true, true, []])
})

test('a rule for hours is put above those that the code has, and leads nowhere before a person confirms it', async () => {
  const codes = codesOf(given, person)
  const code = await codes.save(aDynamicCode({ name: 'Bàn', dynamicId: 'BAN-1' }))
  const weekend = { when: { days: [5, 6] }, outcome: { to: { url: 'https://shop.example/weekend' } } }
  await codes.change(code.id, { rules: { revision: 0, zone: 'Europe/Berlin', rules: [weekend] } })
  const { actions } = await chatOf(given, person, 'vi').ask(
    'đổi mã bàn sang https://shop.example/toi sau 17h30',
  )
  const [rules] = actions[0]?.changes ?? []
  expect(JSON.parse(rules?.to ?? '')).toMatchObject({
    zone: 'Europe/Berlin',
    rules: [
      { when: { hours: [['17:30', '00:00']] }, outcome: { to: { url: 'https://shop.example/toi' } } },
      weekend,
    ],
  })
  expect((await codes.good('GET', `/${code.id}/rules`)).result.rules).toMatchObject([weekend])
})

test('names of codes are shown as they are, and are no Markdown', async () => {
  const name = '[click](https://evil.example) <img src=x> | **b**'
  await codesOf(given, person).save(aDynamicCode({ name, dynamicId: 'EVIL-1' }))
  const { message } = await chatOf(given, person, 'en').ask('Find codes EVIL-1')
  expect(message).toContain('\\[click\\]\\(https')
  expect(message).not.toContain('](https://evil')
})

test.each([
  ['vi', (date: string) => `Tháng ${Number(date.slice(5, 7))} có bao nhiêu lượt quét?`],
  ['en', (date: string) => `How many scans did SUMMER26 get in ${monthNamed(date)}?`],
  ['fr', (date: string) => `Combien de scans de tous mes codes en ${monthNamed(date, 'fr')} ?`],
] as const)('in %s it counts the scans of a month that is named', async (language, question) => {
  const today = localDateAt(given.clock.now(), 'Asia/Ho_Chi_Minh')
  const lastMonth = `${addDays(today, -40).slice(0, 8)}01`
  const { message } = await chatOf(given, person, language).ask(question(lastMonth))
  expect(message).toContain(`01/${lastMonth.slice(5, 7)}/${lastMonth.slice(0, 4)}`)
})

const monthNamed = (date: string, language = 'en') =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date(date))
