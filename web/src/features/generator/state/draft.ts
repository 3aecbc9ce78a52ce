import { type QrCustomSettings, readSettings } from '@scanleaf/qr'
import { isLanguage, type LogoInput, withFullName } from '@scanleaf/shared'
import i18next from 'i18next'
import { currentSession } from '../../../lib/session/session'
import type { CodeKind, FacebookType, FormType } from './tabs'

export type Content = Readonly<Record<string, string>>

/** The typed and chosen values of the generator. */
export interface Draft {
  kind: CodeKind
  hasManualId: boolean
  manualId: string
  facebook: FacebookType
  contents: Partial<Record<FormType, Content>>
  /** Null until something is chosen. */
  settings: QrCustomSettings | null
  logo: LogoInput | null
  /** A person keeps this design although the scan check does not pass it. */
  anyway: boolean
}

export const emptyDraft = (kind: CodeKind): Draft => ({
  kind,
  hasManualId: false,
  manualId: '',
  facebook: 'Facebook Url',
  contents: {},
  settings: null,
  logo: null,
  anyway: false,
})

const NO_CONTENT: Content = {}
export const contentOf = (draft: Draft, type: FormType): Content => draft.contents[type] ?? NO_CONTENT

/** The content to draw and save: the typed one, and the full name of a card in the order of the name's language. */
export const completeContentOf = (draft: Draft, type: FormType): Content =>
  withFullName(type, contentOf(draft, type), isLanguage(i18next.language) ? i18next.language : undefined)

/** The draft without the content of a saved code: its design stays for the next one. */
export function withoutContent(draft: Draft, type: FormType): Draft {
  const { [type]: _saved, ...contents } = draft.contents
  return { ...draft, contents, ...(type === 'Website' && { hasManualId: false, manualId: '' }) }
}

const storedAs = (page: CodeKind) => `generator-draft-${page}`

/** Keeps the draft in this tab of the browser, so that it survives a reload and the sign-in. */
export function storeDraft(page: CodeKind, draft: Draft): void {
  const owner = currentSession()?.userId ?? storedOwner(page)
  sessionStorage.setItem(storedAs(page), JSON.stringify({ owner, draft }))
}

/** The draft of this page, or an empty one. That of one account is not shown to another. */
export function storedDraft(page: CodeKind): Draft {
  const empty = emptyDraft(page)
  const stored = readStored(page)
  const user = currentSession()?.userId
  if (stored === null || (stored.owner !== null && user !== undefined && stored.owner !== user)) return empty
  return readDraft(stored.draft, empty)
}

const storedOwner = (page: CodeKind): string | null => readStored(page)?.owner ?? null

function readStored(page: CodeKind): { owner: string | null; draft: unknown } | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storedAs(page)) ?? 'null')
    if (!isRecord(stored)) return null
    const { owner, draft } = stored
    return { owner: typeof owner === 'string' ? owner : null, draft }
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Accepts the valid fields of a stored value; the others stay empty. */
function readDraft(value: unknown, empty: Draft): Draft {
  if (!isRecord(value)) return empty
  const { kind, hasManualId, manualId, facebook, contents, settings, logo, anyway } = value
  return {
    kind: kind === 'static' || kind === 'dynamic' ? kind : empty.kind,
    hasManualId: hasManualId === true,
    manualId: typeof manualId === 'string' ? manualId : '',
    facebook: facebook === 'Facebook share' ? facebook : 'Facebook Url',
    contents: readContents(contents),
    settings: readDesign(settings),
    logo: readLogo(logo),
    anyway: anyway === true,
  }
}

function readContents(value: unknown): Draft['contents'] {
  if (!isRecord(value)) return {}
  const texts = (content: unknown) =>
    Object.entries(isRecord(content) ? content : {}).filter(([, text]) => typeof text === 'string')
  return Object.fromEntries(
    Object.entries(value).map(([type, content]) => [type, Object.fromEntries(texts(content))]),
  )
}

function readDesign(value: unknown): QrCustomSettings | null {
  try {
    return isRecord(value) ? readSettings(value) : null
  } catch {
    return null
  }
}

function readLogo(value: unknown): LogoInput | null {
  if (!isRecord(value)) return null
  const { isImageLogo, background, chooseBackground, link, text } = value
  if (typeof background !== 'string' || typeof link !== 'string' || typeof text !== 'string') return null
  return {
    isImageLogo: isImageLogo === true,
    background,
    chooseBackground: chooseBackground === true,
    link,
    text,
  }
}
