import type { QrCustomSettings } from '@scanleaf/qr'
import { contentTypes } from '@scanleaf/qr'
import type { LogoInput } from '@scanleaf/shared'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../lib/api/api'
import { randomId } from '../../../lib/random-id'
import { type Content, completeContentOf, type Draft, nameOf } from './draft'
import { contentTypeOf, type FormTab, type FormType, kindOf } from './tabs'

const PATH = '/gateway/api/qrcode/user-codes'
const schema = async () => (await import('../response-schemas')).UserCodeResponse
/** Invalidates the lists and popups of all tabs. */
const meta = { changes: 'user-codes' }

/** `codeContent` of a content as the server stores it: every field of its type, cleaned. */
export const storedContent = (type: FormType, content: Content): string =>
  JSON.stringify(contentTypes[type].clean(content))

/** `codeContent` of what is typed in a tab. */
export function typedContent(tab: FormTab, draft: Draft): string {
  const type = contentTypeOf(tab, draft)
  return storedContent(type, completeContentOf(draft, type))
}

function bodyOf(tab: FormTab, draft: Draft) {
  const isDynamicCode = kindOf(tab, draft) === 'dynamic'
  return {
    contentType: contentTypeOf(tab, draft),
    codeContent: typedContent(tab, draft),
    isDynamicCode,
    name: nameOf(draft, contentTypeOf(tab, draft)),
    dynamicId: isDynamicCode && draft.hasManualId ? draft.manualId : '',
    ...(draft.settings && { qrCustomSettings: draft.settings }),
    ...(draft.logo && { logo: draft.logo }),
    scanAnyway: draft.anyway,
  }
}

/** The same body sent again is the same save: one key, so that a lost response makes no second code. */
function useKeyOf() {
  const last = useRef({ text: '', key: '' })
  return (body: unknown): string => {
    const text = JSON.stringify(body)
    if (last.current.text !== text) last.current = { text, key: randomId() }
    return last.current.key
  }
}

/** Saves the code of a draft; the lists are fetched again when they are next shown. */
export function useSaveCode() {
  const keyOf = useKeyOf()
  return useMutation({
    meta,
    mutationFn: async ({ tab, draft }: { tab: FormTab; draft: Draft }) => {
      const body = bodyOf(tab, draft)
      return (await api.post(PATH, body, schema, { headers: { 'idempotency-key': keyOf(body) } })).result
    },
  })
}

/** What of a saved code is typed otherwise by now. */
export interface FieldChanges {
  name?: string
  /** Of a dynamic code: its target. */
  codeContent?: string
}

/** Changes the fields of a saved code. */
export function useSaveChanges() {
  return useMutation({
    meta,
    mutationFn: async ({ id, changes }: { id: string; changes: FieldChanges }) =>
      (await api.patch(`${PATH}/${encodeURIComponent(id)}`, changes, schema)).result,
  })
}

export interface DesignChange {
  id: string
  settings: QrCustomSettings | null
  logo: LogoInput | null
  anyway: boolean
}

/** Changes the design of a code that is saved already. */
export function useSaveDesign() {
  return useMutation({
    meta,
    mutationFn: async ({ id, settings, logo, anyway }: DesignChange) => {
      const body = { ...(settings && { qrCustomSettings: settings }), logo, scanAnyway: anyway }
      return (await api.patch(`${PATH}/${encodeURIComponent(id)}`, body, schema)).result
    },
  })
}
