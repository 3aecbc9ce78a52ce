import { type ContentField, cleanLine, contentTypes, type QrCustomSettings, readSettings } from '@scanleaf/qr'
import { isLanguage, type LogoInput, withFullName } from '@scanleaf/shared'
import i18next from 'i18next'
import { readTabDraft, storeTabDraft } from '../../../lib/session/drafts'
import { currentSession } from '../../../lib/session/session'
import type { ChosenTypes, CodeKind, FormType } from './tabs'

export type Content = Readonly<Record<string, string>>

/** The typed and chosen values of the generator. */
export interface Draft {
  kind: CodeKind
  hasManualId: boolean
  manualId: string
  types: ChosenTypes
  contents: Partial<Record<FormType, Content>>
  /** What the owner calls the code of a type; a name belongs to one code. */
  names: Partial<Record<FormType, string>>
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
  types: {},
  contents: {},
  names: {},
  settings: null,
  logo: null,
  anyway: false,
})

const NO_CONTENT: Content = {}
export const contentOf = (draft: Draft, type: FormType): Content => draft.contents[type] ?? NO_CONTENT

/** The address of a content that is nothing else, as it was typed; null for any other. */
export function addressIn(type: FormType, content: Content): string | null {
  const [field, ...more]: readonly ContentField[] = contentTypes[type].fields
  return field?.kind === 'url' && more.length === 0 ? (content[field.name] ?? '') : null
}

/** The name that is typed for a code of a type, as it is stored; may be empty. */
export const nameOf = (draft: Draft, type: FormType): string => cleanLine(draft.names[type] ?? '')

/** The content to draw and save: the typed one, and the full name of a card in the order of the name's language. */
export const completeContentOf = (draft: Draft, type: FormType): Content =>
  withFullName(type, contentOf(draft, type), isLanguage(i18next.language) ? i18next.language : undefined)

/** The draft without name and content of a saved code: its design stays for the next one. */
export function withoutContent(draft: Draft, type: FormType): Draft {
  const { [type]: _content, ...contents } = draft.contents
  const { [type]: _name, ...names } = draft.names
  return { ...draft, contents, names, ...(type === 'Website' && { hasManualId: false, manualId: '' }) }
}

const storedAs = (page: CodeKind) => `generator-${page}`
const userId = () => currentSession()?.userId ?? null

/** Keeps the draft in this tab of the browser, so that it survives a reload and the sign-in. */
export const storeDraft = (page: CodeKind, draft: Draft): void =>
  storeTabDraft(storedAs(page), userId(), draft)

/** The draft of this page, or an empty one. That of one account is not shown to another. */
export const storedDraft = (page: CodeKind): Draft =>
  readDraft(readTabDraft(storedAs(page), userId()), emptyDraft(page))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Accepts the valid fields of a stored value; the others stay empty. */
function readDraft(value: unknown, empty: Draft): Draft {
  if (!isRecord(value)) return empty
  const { kind, hasManualId, manualId, types, contents, names, settings, logo, anyway } = value
  return {
    kind: kind === 'static' || kind === 'dynamic' ? kind : empty.kind,
    hasManualId: hasManualId === true,
    manualId: typeof manualId === 'string' ? manualId : '',
    types: readTexts(types),
    contents: readContents(contents),
    names: readTexts(names),
    settings: readDesign(settings),
    logo: readLogo(logo),
    anyway: anyway === true,
  }
}

function readContents(value: unknown): Draft['contents'] {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([type, content]) => [type, readTexts(content)]))
}

const readTexts = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

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
