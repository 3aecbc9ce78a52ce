import type { ContentTypeName } from '@scanleaf/qr'
import type { ReadContentResponse } from '@scanleaf/shared'
import { api } from '../../../lib/api/api'
import { CONTENT_TYPES } from '../../../lib/content-types'
import { storeDraft, storedDraft } from '../state/draft'
import type { CodeKind, FormTab } from '../state/tabs'

const schema = async () => (await import('../response-schemas')).ReadResponse

/** What the server finds in a text. @throws ApiError as the calls of api.ts do */
export const readAnything = async (text: string): Promise<ReadContentResponse> =>
  (await api.post('/qrcode-generator/read', { text }, schema)).result

/** Puts what was read into the draft of a page, in place of what was typed for the same type. @returns its tab */
export function keepReadContent(page: CodeKind, { contentType, content }: ReadContentResponse): FormTab {
  const type = contentType as Exclude<ContentTypeName, 'Website-pdf'>
  const tab = CONTENT_TYPES[type].tab as FormTab
  const draft = storedDraft(page)
  storeDraft(page, {
    ...draft,
    types: { ...draft.types, [tab]: type },
    contents: { ...draft.contents, [type]: content },
  })
  return tab
}
