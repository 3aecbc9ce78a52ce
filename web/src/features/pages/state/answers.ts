import { contentTypeNamed } from '@scanleaf/qr'
import {
  type FieldErrors,
  fullName,
  type Language,
  type PageBlockInput,
  type PageInput,
  readMenuPrice,
  readPage,
} from '@scanleaf/shared'
import { newItem } from './blocks'

/** Kinds of pages that four questions make. */
export const WIZARD_KINDS = ['menu', 'business', 'contact', 'event', 'place', 'pay'] as const
export type WizardKind = (typeof WIZARD_KINDS)[number]
export const isWizardKind = (kind: unknown): kind is WizardKind => WIZARD_KINDS.some((each) => each === kind)

/** What the wizard asks; the fields of a static code are asked as such. */
export type Question =
  | 'name'
  | 'phone'
  | 'place'
  | 'menu'
  | 'about'
  | 'who'
  | 'reach'
  | 'work'
  | 'when'
  | 'account'

export const QUESTIONS: Readonly<Record<WizardKind, readonly Question[]>> = {
  menu: ['name', 'phone', 'place', 'menu'],
  business: ['name', 'phone', 'place', 'about'],
  contact: ['who', 'reach', 'work', 'about'],
  event: ['name', 'when', 'place', 'about'],
  place: ['name', 'place', 'phone', 'about'],
  pay: ['name', 'account', 'phone', 'about'],
}

export interface Answers {
  name: string
  line: string
  phone: string
  hasZalo: boolean
  address: string
  menu: string
  /** Of a menu, by their ids. */
  photos: readonly string[]
  about: string
  /** Of a contact, an event or an account to be paid to. */
  content: Readonly<Record<string, string>>
}

export const NO_ANSWERS: Answers = {
  name: '',
  line: '',
  phone: '',
  hasZalo: true,
  address: '',
  menu: '',
  photos: [],
  about: '',
  content: {},
}

/** Whether a number can be asked for in Zalo: landlines cannot. */
export const isZaloNumber = (account: string): boolean =>
  account.trim() !== '' &&
  Object.keys(contentTypeNamed('Chat')?.validate({ app: 'Zalo', account }, ANY_HOST) ?? {}).length === 0

const ANY_HOST = { privateHosts: true, ownHosts: [] }
const PRICE_AT_END = /^(.*?\S)[\s:.…–-]+(\d[\d.,]*\s*[k₫đ]|\d{1,3}(?:[.,]\d{3})+|\d{4,})\s*$/iu

/** A line of a menu as people type it: a name, and its price at the end. @example itemOf('Cà phê sữa 25k', 'vi') */
export function itemOf(line: string, language: Language): ReturnType<typeof newItem> {
  const text = line.trim()
  const [, name = text, typed] = PRICE_AT_END.exec(text) ?? []
  const price = typed === undefined ? null : readMenuPrice(typed.replace(/đ$/iu, ''), 'VND', language).digits
  return price === null
    ? { ...newItem(), name: { [language]: text } }
    : { ...newItem(), name: { [language]: name }, price }
}

export interface AnsweredPage {
  page: PageInput
  /** Problems by the answer that they are in; of the content by the names of its fields. */
  problems: FieldErrors
}

/**
 * The page of these answers; what was left out is not on it.
 * @param options.sectionTitle of the menu
 * @param options.photos as the page names them; those that still wait are not on it
 */
export function answeredPage(
  kind: WizardKind,
  answers: Answers,
  {
    language,
    zone,
    sectionTitle,
    photos = [],
  }: { language: Language; zone: string; sectionTitle: string; photos?: readonly string[] },
): AnsweredPage {
  const { phone, hasZalo, address, menu, about, content } = answers
  const text = (words: string) => ({ [language]: words })
  const name =
    kind === 'contact'
      ? fullName({ firstName: content['firstName'] ?? '', lastName: content['lastName'] ?? '' }, language)
      : answers.name
  const items = menu.split('\n').filter((line) => line.trim() !== '')
  const found: [keyof Answers, PageBlockInput | false][] = [
    ['content', kind === 'contact' && { type: 'contact', content: { ...content } }],
    ['content', kind === 'event' && { type: 'event', content: eventOf(content, answers, zone) }],
    ['content', kind === 'pay' && { type: 'pay', content: { ...content } }],
    [
      'menu',
      items.length > 0 && {
        type: 'menu',
        sections: [{ title: text(sectionTitle), items: items.map((line) => itemOf(line, language)) }],
      },
    ],
    [
      'photos',
      photos.length > 0 && {
        type: 'pictures',
        pictures: photos.map((picture) => ({ picture, alt: text(sectionTitle) })),
      },
    ],
    ['phone', phone.trim() !== '' && { type: 'call', content: { phoneNumber: phone } }],
    ['phone', hasZalo && isZaloNumber(phone) && { type: 'chat', chats: [{ app: 'Zalo', account: phone }] }],
    ['address', address.trim() !== '' && { type: 'place', address: text(address) }],
    ['about', about.trim() !== '' && { type: 'text', text: text(about) }],
  ]
  const blocks = found.filter((each): each is [keyof Answers, PageBlockInput] => each[1] !== false)
  const page: PageInput = {
    kind,
    name: text(name),
    line: text(answers.line),
    languages: [language],
    zone,
    blocks: blocks.map(([, block]) => block),
  }
  const problems: FieldErrors = {}
  for (const [place, problem] of Object.entries(readPage(page).fields ?? {})) {
    const [, at, ...rest] = place.split('.')
    const answer = place.startsWith('blocks.') ? blocks[Number(at)]?.[0] : 'name'
    if (answer) problems[answer === 'content' ? rest.slice(1).join('.') : answer] ??= problem
  }
  return { page, problems }
}

const eventOf = (content: Answers['content'], { name, address }: Answers, zone: string) => ({
  ...content,
  title: name,
  place: address,
  zone,
})
