import type { ContentTypeName, FieldNameOf } from '@scanleaf/qr'
import { fullName } from '@scanleaf/shared'
import IconBrandFacebook from '@tabler/icons-react/dist/esm/icons/IconBrandFacebook.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs'
import IconLetterT from '@tabler/icons-react/dist/esm/icons/IconLetterT.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMessageDots from '@tabler/icons-react/dist/esm/icons/IconMessageDots.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconWifi from '@tabler/icons-react/dist/esm/icons/IconWifi.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { withoutProtocol } from './format/format'

/** The text of a code's row: two lines, where a missing one is the name of the type. */
export interface Summary {
  title?: string | undefined
  line?: string | undefined
  /** Addresses and numbers keep their direction in every language. */
  isLtr?: boolean
}

/** A phrase about a content, in the language of the screen. */
export type Phrase = (key: 'content-types:summary.sms', values: Record<string, string>) => string

interface OnScreen<Type extends ContentTypeName> {
  /** The tab of the generator that makes it, as an address names it; several types may share one. */
  tab: string
  Icon: typeof IconWorld
  /** What a list says of a static code, by the fields that are not empty. */
  summary: (content: Readonly<Partial<Record<FieldNameOf<Type>, string>>>, phrase: Phrase) => Summary
}

const joined = (...texts: (string | undefined)[]): string | undefined =>
  texts.filter(Boolean).join(' · ') || undefined

/**
 * Every content type on screen, in the order of lists, filters and tabs: the most frequent jobs first. One that is
 * missing here does not compile. Without its encoder, because the lists load this.
 */
export const CONTENT_TYPES = {
  Website: {
    tab: 'website',
    Icon: IconWorld,
    summary: ({ content }) => ({ title: content, isLtr: true }),
  },
  'Website-pdf': {
    tab: 'pdf',
    Icon: IconFileText,
    summary: ({ content }) => ({ title: content, isLtr: true }),
  },
  Wifi: {
    tab: 'wifi',
    Icon: IconWifi,
    summary: ({ ssid = '' }) => ({ line: `SSID: ${ssid}` }),
  },
  VCard: {
    tab: 'vcard',
    Icon: IconId,
    summary: ({ firstName = '', lastName = '', companyName, email, mobilePhone, ...card }) => ({
      title: card.fullName ?? (fullName({ firstName, lastName }) || undefined),
      line: joined(companyName, email, mobilePhone),
    }),
  },
  Text: {
    tab: 'text',
    Icon: IconLetterT,
    summary: ({ plainText }) => ({ title: plainText?.trim().split('\n', 1)[0] }),
  },
  Email: {
    tab: 'email',
    Icon: IconMail,
    summary: ({ emailTabE, titleTabE }) => ({ title: emailTabE ?? titleTabE, line: emailTabE && titleTabE }),
  },
  'Facebook Url': {
    tab: 'facebook',
    Icon: IconBrandFacebook,
    summary: ({ facebookUrl = '' }) => ({ line: withoutProtocol(facebookUrl), isLtr: true }),
  },
  'Facebook share': {
    tab: 'facebook',
    Icon: IconBrandFacebook,
    summary: ({ shareFacebook = '' }) => ({ line: withoutProtocol(shareFacebook), isLtr: true }),
  },
  Phone: {
    tab: 'phone',
    Icon: IconPhone,
    summary: ({ phoneNumber }) => ({ title: phoneNumber, isLtr: true }),
  },
  SMS: {
    tab: 'sms',
    Icon: IconMessageDots,
    summary: ({ smsNumber = '', smsContent = '' }, phrase) => ({
      line: phrase('content-types:summary.sms', { number: smsNumber, text: smsContent }),
    }),
  },
} as const satisfies { readonly [Type in ContentTypeName]: OnScreen<Type> }

export const TYPES_ON_SCREEN = Object.keys(CONTENT_TYPES) as ContentTypeName[]

/** A tab of the generator that makes codes of one or several content types. */
export type ContentTab = (typeof CONTENT_TYPES)[ContentTypeName]['tab']

export const CONTENT_TABS = [...new Set(TYPES_ON_SCREEN.map((type) => CONTENT_TYPES[type].tab))]

/** The content types of a tab; of several, people choose one in the form. */
export const typesOfTab = (tab: ContentTab): ContentTypeName[] =>
  TYPES_ON_SCREEN.filter((type) => CONTENT_TYPES[type].tab === tab)

/** How a type from the server is shown; null for one that this version does not know. */
export const onScreen = (type: string): OnScreen<ContentTypeName> | null =>
  Object.hasOwn(CONTENT_TYPES, type)
    ? (CONTENT_TYPES[type as ContentTypeName] as OnScreen<ContentTypeName>)
    : null
