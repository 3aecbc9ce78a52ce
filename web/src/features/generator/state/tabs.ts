import type { ContentTypeName } from '@scanleaf/qr'
import { CONTENT_TABS, type ContentTab, typesOfTab } from '../../../lib/content-types'

export type CodeKind = 'dynamic' | 'static'

/** The tabs of the generator (spec §2): online cards are made by the business-card site. */
export type Tab = ContentTab | 'vcard-online'
export const TABS = CONTENT_TABS.flatMap((tab): Tab[] => (tab === 'vcard' ? [tab, 'vcard-online'] : [tab]))

/** Tabs with a form here: PDF codes have a screen of their own. */
export type FormTab = Exclude<ContentTab, 'pdf'>
/** Content types that are typed into a form here. */
export type FormType = Exclude<ContentTypeName, 'Website-pdf'>

/** What is made in tabs of several content types. */
export type ChosenTypes = Partial<Record<FormTab, FormType>>

export const formTypesOf = (tab: FormTab): FormType[] => typesOfTab(tab) as FormType[]

/** The content type of a tab: of several the chosen one, or the first. */
export function contentTypeOf(tab: FormTab, { types }: { types: ChosenTypes }): FormType {
  const all = formTypesOf(tab)
  return all.find((type) => type === types[tab]) ?? (all[0] as FormType)
}

/** Only a website has the choice; other contents are in the code itself. */
export const kindOf = (tab: FormTab, { kind }: { kind: CodeKind }): CodeKind =>
  tab === 'website' ? kind : 'static'

/** The tab that an address names; a PDF code in it (`qrName`) comes first (spec §2). */
export function tabOf(search: { type?: string; qrName?: string }, shown: readonly Tab[]): Tab {
  const asked = search.qrName === undefined ? search.type : 'pdf'
  return shown.find((tab) => tab === asked) ?? 'website'
}
