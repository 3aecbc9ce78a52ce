import { contentTypes } from '@scanleaf/qr'
import { type FieldError, isFieldError, manualIdError } from '@scanleaf/shared'
import { addressRules } from '../../../lib/forms/address-rules'
import { symbolOf } from '../../../lib/qr/draw'
import { contentPayload } from '../../../lib/qr/payload'
import { type Content, completeContentOf, contentOf, type Draft } from './draft'
import { contentTypeOf, type FormTab, kindOf } from './tabs'

/** Problems by field; `manualId` is the id of one's own. */
export type Problems = Partial<Record<string, FieldError>>

/** Texts under the fields. */
export type DraftErrors = Partial<Record<string, string>>

/** Errors of a draft before it is sent (spec §5). */
export function validateDraft(tab: FormTab, draft: Draft): Problems {
  const type = contentTypeOf(tab, draft)
  const content = contentOf(draft, type)
  const problems: Problems = contentTypes[type].validate(content, addressRules())
  if (kindOf(tab, draft) === 'dynamic') {
    const manualId = draft.hasManualId ? manualIdError(draft.manualId) : null
    return { ...problems, ...(manualId && isFieldError(manualId) && { manualId }) }
  }
  // Only a static code has to hold the content itself.
  const payload = contentPayload(type, completeContentOf(draft, type))
  if (payload !== null && symbolOf(payload, 'L') === null) problems[longestOf(content)] = 'content-too-long'
  return problems
}

/** The field whose text can be shortened most; the server names the same one. */
function longestOf(content: Content): string {
  const [[longest] = ['content']] = Object.entries(content).sort(([, a], [, b]) => b.length - a.length)
  return longest
}

/** The error of one field that was just left; none while it is empty. */
export function problemOfField(tab: FormTab, draft: Draft, field: string): FieldError | null {
  const type = contentTypeOf(tab, draft)
  const typed = field === 'manualId' ? draft.manualId : contentOf(draft, type)[field]
  return typed ? (validateDraft(tab, draft)[field] ?? null) : null
}
