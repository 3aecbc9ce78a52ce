import type { ContentTypeName } from '@scanleaf/qr'

export type CodeKind = 'dynamic' | 'static'

/** The content types of the generator, in the order of the rail (spec §2). */
export const TABS = [
  'website',
  'vcard',
  'vcard-online',
  'text',
  'email',
  'facebook',
  'wifi',
  'phone',
  'sms',
  'pdf',
] as const
export type Tab = (typeof TABS)[number]

/** Tabs with a form here: online cards are made by the business-card site, PDF codes by a screen of their own. */
export type FormTab = Exclude<Tab, 'vcard-online' | 'pdf'>

const TYPE_OF_TAB = {
  website: 'Website',
  vcard: 'VCard',
  text: 'Text',
  email: 'Email',
  wifi: 'Wifi',
  phone: 'Phone',
  sms: 'SMS',
} as const satisfies Partial<Record<FormTab, ContentTypeName>>

export type FacebookType = 'Facebook Url' | 'Facebook share'
/** Content types that are typed into a form here. */
export type FormType = (typeof TYPE_OF_TAB)[keyof typeof TYPE_OF_TAB] | FacebookType

export const contentTypeOf = (tab: FormTab, facebook: FacebookType): FormType =>
  tab === 'facebook' ? facebook : TYPE_OF_TAB[tab]

/** Only a website has the choice; other contents are in the code itself. */
export const kindOf = (tab: FormTab, { kind }: { kind: CodeKind }): CodeKind =>
  tab === 'website' ? kind : 'static'

/** The tab that an address names; a PDF code in it (`qrName`) comes first (spec §2). */
export function tabOf(search: { type?: string; qrName?: string }, shown: readonly Tab[]): Tab {
  const asked = search.qrName === undefined ? search.type : 'pdf'
  return shown.find((tab) => tab === asked) ?? 'website'
}
