import type { FieldProblem } from '../content-field'
import { cleanPhone, dialled, phoneProblem } from '../phone-number'
import { normalizeWebsite, validateWebsite } from '../website'

interface Found {
  account: string
  text?: string
}

/** How an app names its accounts, and the links that open a chat. */
export interface ChatApp {
  /** The account as it is stored, of what people type or paste. */
  read: (typed: string) => { account: string } | { problem: FieldProblem }
  link: (account: string) => string
  /** The link with a first message, percent-encoded; only of apps that take one. */
  withText?: (account: string, text: string) => string
  /** The account of a link of this app; null for any other. */
  ofLink: (link: string) => Found | null
}

/** A link in a field of an account: a host with an ending, and a path. */
const LINK = /^(?:https?:|[^/\s]*\.[^/\s]*\/)/i

/** The account in a link of one of these hosts, by the path behind it. */
function fromLink(link: string, hosts: readonly string[], path: RegExp): Found | null {
  if (validateWebsite(link) !== null) return null
  const { hostname, pathname, searchParams } = new URL(normalizeWebsite(link))
  if (!hosts.includes(hostname.replace(/^www\./, ''))) return null
  const account = path.exec(safelyDecoded(pathname))?.[1]
  const text = searchParams.get('text')
  return account === undefined ? null : { account, ...(text && { text }) }
}

function safelyDecoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** An account as typed, or out of a link of this app; a link of another host is refused, however alike it looks. */
function reader(ofLink: ChatApp['ofLink'], read: ChatApp['read']): ChatApp['read'] {
  return (typed) => {
    if (!LINK.test(typed)) return read(typed)
    const found = ofLink(typed)
    return found === null ? { problem: 'other-app-link' } : read(found.account)
  }
}

/** An account by its form. */
const named =
  (form: RegExp, problem: FieldProblem): ChatApp['read'] =>
  (typed) => {
    const [, account] = form.exec(typed) ?? []
    return account === undefined ? { problem } : { account }
  }

/** Digits behind the plus of a number with its country code. */
function internationalDigits(typed: string): { account: string } | { problem: FieldProblem } {
  const number = cleanPhone(typed)
  const problem = phoneProblem(number)
  if (problem !== null) return { problem }
  const digits = dialled(number).replace(/^(?:\+|00)/, '')
  if (/\D/.test(digits)) return { problem: 'phone-extension' }
  return /^[1-9]\d{6,14}$/.test(digits) ? { account: digits } : { problem: 'phone-international' }
}

/** Ids of official accounts are longer than any phone number. */
const OFFICIAL_ID = /^\d{16,20}$/
const ZALO_GROUP = /^g\/[a-z0-9]{4,20}$/i

function readZalo(typed: string): { account: string } | { problem: FieldProblem } {
  if (OFFICIAL_ID.test(typed) || ZALO_GROUP.test(typed)) return { account: typed }
  if (/[a-z]/i.test(typed)) return { problem: 'zalo-account' }
  const number = cleanPhone(typed)
  const problem = phoneProblem(number)
  if (problem !== null) return { problem: problem === 'invalid-phone' ? 'zalo-account' : problem }
  const national = dialled(number).replace(/^(?:\+84|0084|84(?=\d{9}$)|0)/, '')
  if (/^2\d{8,9}$/.test(national)) return { problem: 'zalo-landline' }
  return /^[35789]\d{8}$/.test(national) ? { account: `84${national}` } : { problem: 'zalo-account' }
}

const ofZalo: ChatApp['ofLink'] = (link) => fromLink(link, ['zalo.me'], /^\/(g\/[a-z0-9]+|\d+)\/?$/i)
const ofWhatsApp: ChatApp['ofLink'] = (link) => fromLink(link, ['wa.me'], /^\/\+?(\d+)\/?$/)
const ofMessenger: ChatApp['ofLink'] = (link) =>
  fromLink(link, ['m.me'], /^\/([\w.]+)\/?$/) ??
  fromLink(link, ['messenger.com'], /^\/t\/([\w.]+)\/?$/) ??
  fromLink(link, ['facebook.com', 'm.facebook.com', 'fb.com'], /^\/([\w.]+)\/?$/)
const ofTelegram: ChatApp['ofLink'] = (link) =>
  fromLink(link, ['t.me', 'telegram.me'], /^\/(\+\d+|[a-z]\w+)\/?$/i)
const ofLine: ChatApp['ofLink'] = (link) =>
  fromLink(link, ['line.me'], /^\/R\/ti\/p\/([@~][\w.-]+)\/?$/i) ?? ofLineMessage(link)
const ofViber: ChatApp['ofLink'] = (link) => fromLink(link, ['viber.me'], /^\/([\w.-]+)\/?$/)

/** In LINE's links the message is the query itself. */
function ofLineMessage(link: string): Found | null {
  const found = fromLink(link, ['line.me'], /^\/R\/oaMessage\/([@~][\w.-]+)\/?$/i)
  if (found === null) return null
  const text = safelyDecoded(new URL(normalizeWebsite(link)).search.slice(1))
  return { ...found, ...(text && { text }) }
}

/** The chat apps of the region, the most used in Viet Nam first. */
export const CHAT_APPS = {
  Zalo: { read: reader(ofZalo, readZalo), link: (account) => `https://zalo.me/${account}`, ofLink: ofZalo },
  WhatsApp: {
    read: reader(ofWhatsApp, internationalDigits),
    link: (digits) => `https://wa.me/${digits}`,
    withText: (digits, text) => `https://wa.me/${digits}?text=${text}`,
    ofLink: ofWhatsApp,
  },
  Messenger: {
    read: reader(ofMessenger, named(/^@?([a-z\d.]{5,50})$/i, 'messenger-page')),
    link: (page) => `https://m.me/${page}`,
    ofLink: ofMessenger,
  },
  Telegram: {
    read: reader(ofTelegram, (typed) =>
      /^[+\d]/.test(typed) ? telegramNumber(typed) : named(/^@?([a-z]\w{4,31})$/i, 'telegram-name')(typed),
    ),
    link: (account) => `https://t.me/${account}`,
    ofLink: ofTelegram,
  },
  LINE: {
    // An official account begins with @, a person's id in a link with ~.
    read: reader(ofLine, named(/^([@~][a-z\d._-]{2,30})$/i, 'line-id')),
    link: (id) => `https://line.me/R/ti/p/${encodeURIComponent(id)}`,
    withText: (id, text) => `https://line.me/R/oaMessage/${encodeURIComponent(id)}/?${text}`,
    ofLink: ofLine,
  },
  Viber: {
    // Viber has no web link for a number, only for a public account.
    read: reader(ofViber, named(/^(?=.*[a-z])([a-z][\w.-]{2,40})$/i, 'viber-link')),
    link: (name) => `https://viber.me/${name}`,
    ofLink: ofViber,
  },
} as const satisfies Record<string, ChatApp>

function telegramNumber(typed: string): { account: string } | { problem: FieldProblem } {
  const read = internationalDigits(typed)
  return 'account' in read ? { account: `+${read.account}` } : read
}

export type ChatAppName = keyof typeof CHAT_APPS

export const isChatApp = (name: string): name is ChatAppName => Object.hasOwn(CHAT_APPS, name)
