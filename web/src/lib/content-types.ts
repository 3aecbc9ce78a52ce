import type { ContentTypeName, FieldNameOf } from '@scanleaf/qr'
import { fullName } from '@scanleaf/shared'
import IconBrandFacebook from '@tabler/icons-react/dist/esm/icons/IconBrandFacebook.mjs'
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs'
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs'
import IconCash from '@tabler/icons-react/dist/esm/icons/IconCash.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs'
import IconLetterT from '@tabler/icons-react/dist/esm/icons/IconLetterT.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs'
import IconMessageDots from '@tabler/icons-react/dist/esm/icons/IconMessageDots.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
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
  /** Where the rail and the choice of a type show it. */
  group: 'link' | 'pay' | 'contact' | 'place' | 'wifi' | 'files'
  Icon: typeof IconWorld
  /** What a list says of a static code, by the fields that are not empty. */
  summary: (content: Readonly<Partial<Record<FieldNameOf<Type>, string>>>, phrase: Phrase) => Summary
}

const joined = (...texts: (string | undefined)[]): string | undefined =>
  texts.filter(Boolean).join(' · ') || undefined

/** Whom a payment code pays, and how much. */
const payment =
  (unit?: string) =>
  ({ accountName, account, id, amount, currency = unit }: Partial<Record<string, string>>): Summary => ({
    title: accountName,
    line: joined(account ?? id, amount && `${amount} ${currency}`),
  })

/**
 * Every content type on screen, in the order of lists, filters and tabs: by groups, in each the most frequent jobs first. One that is
 * missing here does not compile. Without its encoder, because the lists load this.
 */
export const CONTENT_TYPES = {
  Website: {
    tab: 'website',
    group: 'link',
    Icon: IconWorld,
    summary: ({ content }) => ({ title: content, isLtr: true }),
  },
  'Facebook Url': {
    tab: 'facebook',
    group: 'link',
    Icon: IconBrandFacebook,
    summary: ({ facebookUrl = '' }) => ({ line: withoutProtocol(facebookUrl), isLtr: true }),
  },
  'Facebook share': {
    tab: 'facebook',
    group: 'link',
    Icon: IconBrandFacebook,
    summary: ({ shareFacebook = '' }) => ({ line: withoutProtocol(shareFacebook), isLtr: true }),
  },
  VietQR: {
    tab: 'vietqr',
    group: 'pay',
    Icon: IconBuildingBank,
    summary: ({ accountName, number, amount, memo }) => ({
      title: accountName,
      line: joined(number, amount && `${Number(amount).toLocaleString('vi-VN')} ₫`, memo),
    }),
  },
  PaymentCode: {
    tab: 'payment-code',
    group: 'pay',
    Icon: IconQrcode,
    summary: () => ({}),
  },
  PromptPay: { tab: 'pay-abroad', group: 'pay', Icon: IconCash, summary: payment('THB') },
  PayNow: { tab: 'pay-abroad', group: 'pay', Icon: IconCash, summary: payment('SGD') },
  KHQR: { tab: 'pay-abroad', group: 'pay', Icon: IconCash, summary: payment() },
  FPS: { tab: 'pay-abroad', group: 'pay', Icon: IconCash, summary: payment('HKD') },
  VCard: {
    tab: 'vcard',
    group: 'contact',
    Icon: IconId,
    summary: ({ firstName = '', lastName = '', companyName, email, mobilePhone, ...card }) => ({
      title: card.fullName ?? (fullName({ firstName, lastName }) || undefined),
      line: joined(companyName, email, mobilePhone),
    }),
  },
  Chat: {
    tab: 'chat',
    group: 'contact',
    Icon: IconMessageCircle,
    summary: ({ app, account }) => ({ title: app, line: account, isLtr: true }),
  },
  Phone: {
    tab: 'phone',
    group: 'contact',
    Icon: IconPhone,
    summary: ({ phoneNumber }) => ({ title: phoneNumber, isLtr: true }),
  },
  Email: {
    tab: 'email',
    group: 'contact',
    Icon: IconMail,
    summary: ({ emailTabE, titleTabE }) => ({ title: emailTabE ?? titleTabE, line: emailTabE && titleTabE }),
  },
  SMS: {
    tab: 'sms',
    group: 'contact',
    Icon: IconMessageDots,
    summary: ({ smsNumber = '', smsContent = '' }, phrase) => ({
      line: phrase('content-types:summary.sms', { number: smsNumber, text: smsContent }),
    }),
  },
  Place: {
    tab: 'place',
    group: 'place',
    Icon: IconMapPin,
    summary: ({ name, latitude, longitude, link = '' }) => ({
      title: name,
      line: latitude ? `${latitude}, ${longitude}` : withoutProtocol(link),
    }),
  },
  Event: {
    tab: 'event',
    group: 'place',
    Icon: IconCalendarEvent,
    summary: ({ title, start, place }) => ({ title, line: joined(start?.replace('T', ' '), place) }),
  },
  Review: {
    tab: 'review',
    group: 'place',
    Icon: IconStar,
    summary: ({ service, placeId, url = '' }) => ({ title: service, line: placeId ?? withoutProtocol(url) }),
  },
  Wifi: {
    tab: 'wifi',
    group: 'wifi',
    Icon: IconWifi,
    summary: ({ ssid = '' }) => ({ line: `SSID: ${ssid}` }),
  },
  'Website-pdf': {
    tab: 'pdf',
    group: 'files',
    Icon: IconFileText,
    summary: ({ content }) => ({ title: content, isLtr: true }),
  },
  Text: {
    tab: 'text',
    group: 'files',
    Icon: IconLetterT,
    summary: ({ plainText }) => ({ title: plainText?.trim().split('\n', 1)[0] }),
  },
} as const satisfies { readonly [Type in ContentTypeName]: OnScreen<Type> }

export const TYPES_ON_SCREEN = Object.keys(CONTENT_TYPES) as ContentTypeName[]

/** A tab of the generator that makes codes of one or several content types. */
export type ContentTab = (typeof CONTENT_TYPES)[ContentTypeName]['tab']

export const CONTENT_TABS = [...new Set(TYPES_ON_SCREEN.map((type) => CONTENT_TYPES[type].tab))]

/** Tabs by what a code is for. */
export const TAB_GROUPS = [...new Set(TYPES_ON_SCREEN.map((type) => CONTENT_TYPES[type].group))].map(
  (name) => ({
    name,
    tabs: CONTENT_TABS.filter((tab) =>
      TYPES_ON_SCREEN.some((type) => CONTENT_TYPES[type].tab === tab && CONTENT_TYPES[type].group === name),
    ),
  }),
)

/** The content types of a tab; of several, people choose one in the form. */
export const typesOfTab = (tab: ContentTab): ContentTypeName[] =>
  TYPES_ON_SCREEN.filter((type) => CONTENT_TYPES[type].tab === tab)

/** How a type from the server is shown; null for one that this version does not know. */
export const onScreen = (type: string): OnScreen<ContentTypeName> | null =>
  Object.hasOwn(CONTENT_TYPES, type)
    ? (CONTENT_TYPES[type as ContentTypeName] as OnScreen<ContentTypeName>)
    : null
