import type { FieldProblem } from './content-field'
import type { AddressRules } from './host'
import { type ContentTypeName, contentTypes } from './registry'

export interface ReadContent {
  contentType: ContentTypeName
  content: Record<string, string>
  /** By field; empty where the content can be saved as it is. */
  problems: Record<string, FieldProblem>
}

/** Longer texts fit no symbol. */
const MAX_LENGTH = 8000

const isPayment = (text: string): boolean => /^000201\d/.test(text)

/** Types that write a payment code themselves: one is theirs only if they would write the very same text. */
const PAYMENTS = ['VietQR', 'PromptPay', 'PayNow', 'KHQR', 'FPS'] as const
/** Types that know their texts by how they begin. */
const MARKED = ['Wifi', 'VCard', 'Event', 'Email', 'SMS'] as const
/** Links of their own; any other link is a website. */
const LINKS = ['Chat', 'Place', 'Review'] as const

/**
 * The content that any pasted or decoded text is of: of a payment code that of its scheme, or of the bank that gave it
 * out, character for character; of a link that of a chat, a place or a review; else a website, a number, an address of
 * email, or plain text.
 */
export function contentOfText(text: string, rules?: AddressRules): ReadContent {
  const typed = text.slice(0, MAX_LENGTH)
  const verbatim = contentTypes.PaymentCode.clean({ text: typed }).text
  if (isPayment(verbatim)) return readPayment(verbatim, rules)
  const line = typed.trim()
  if (/^DPP:/i.test(line)) return { ...judged('Wifi', {}), problems: { ssid: 'wifi-dpp' } }
  for (const name of MARKED) {
    const content = contentTypes[name].parse(line)
    if (content !== null) return judged(name, content, rules)
  }
  for (const name of LINKS) {
    const content = contentTypes[name].parse(line)
    if (content !== null && isSame(name, content, line)) return judged(name, content, rules)
  }
  if (/^tel:/i.test(line))
    return judged('Phone', contentTypes.Phone.parse(line) ?? { phoneNumber: line }, rules)
  if (/^(?:https?:\/\/|www\.)/i.test(line)) return judged('Website', { content: line }, rules)
  return judged(bareType(line), bareContent(line), rules)
}

function readPayment(text: string, rules?: AddressRules): ReadContent {
  for (const name of PAYMENTS) {
    const content = contentTypes[name].parse(text)
    if (content !== null && isSame(name, content, text)) {
      const read = judged(name, content, rules)
      if (Object.keys(read.problems).length === 0) return read
    }
  }
  return judged('PaymentCode', { text }, rules)
}

/** Whether a type would write the text of a content again: then nothing of it is lost. */
function isSame(name: ContentTypeName, content: Record<string, string>, text: string): boolean {
  const { clean, encode } = contentTypes[name] as (typeof contentTypes)['Website']
  try {
    const hostOf = (link: string) => new URL(link).host.replace(/^www\./, '')
    const written = encode(clean(content))
    return written === text || (/^https:/i.test(text) && hostOf(written) === hostOf(text))
  } catch {
    return false
  }
}

const isAddress = (text: string): boolean =>
  contentTypes.Email.validate({ emailTabE: text }).emailTabE === undefined
const isNumber = (text: string): boolean => /^[+\d][\d\s().-]{6,}$/.test(text)

const bareType = (text: string): ContentTypeName =>
  isAddress(text) ? 'Email' : isNumber(text) ? 'Phone' : isHost(text) ? 'Website' : 'Text'

function bareContent(text: string): Record<string, string> {
  if (isAddress(text)) return { emailTabE: text }
  if (isNumber(text)) return { phoneNumber: text }
  return isHost(text) ? { content: text } : { plainText: text }
}

/** A host with a path or an ending of letters, and nothing around it. */
const isHost = (text: string): boolean =>
  /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#]\S*)?$/i.test(text) &&
  contentTypes.Website.validate({ content: text }).content === undefined

function judged(
  contentType: ContentTypeName,
  read: Record<string, string>,
  rules?: AddressRules,
): ReadContent {
  const type = contentTypes[contentType] as (typeof contentTypes)['Website']
  const content = type.clean(read)
  return { contentType, content, problems: type.validate(content, rules) as Record<string, FieldProblem> }
}
