import { contentTypes, DEFAULT_QR_SETTINGS, type QrCustomSettings } from '@scanleaf/qr'
import type { LogoInput } from '@scanleaf/shared'
import { useState } from 'react'
import { useSaveDesign } from './api'
import { type Content, contentOf, type Draft, withoutContent } from './draft'
import { NOT_CREATED, type Progress } from './drawing'
import { type CodeKind, contentTypeOf, type FormTab } from './tabs'
import { useDraft } from './use-draft'
import { type DrawnCode, useDrawing } from './use-drawing'
import { useFieldErrors } from './use-field-errors'
import { type Ask, type Question, type Saving, useSaving } from './use-saving'
import type { DraftErrors } from './validate-draft'

/** What the form does with its fields. */
export interface Fields {
  errors: DraftErrors
  /** Grows with each attempt that the fields refused. */
  refusals: number
  change: (change: Partial<Draft>) => void
  changeContent: (content: Content) => void
  leave: (field: string) => void
}

export interface Generator {
  tab: FormTab
  draft: Draft
  progress: Progress
  drawn: DrawnCode
  fields: Fields
  saving: Saving
  confirmation: { question: Question | null; ask: Ask }
  startAnother: () => void
  /** Takes a design into the draft, and into the code when that is saved already. */
  applyDesign: (settings: QrCustomSettings, logo: LogoInput | null, anyway: boolean) => Promise<void>
}

const isDefault = (settings: QrCustomSettings): boolean =>
  JSON.stringify(settings) === JSON.stringify(DEFAULT_QR_SETTINGS)

/**
 * The draft of a page and what became of it. What is changed before the code is saved makes it a code that is not
 * created yet; from then on it changes this code, until another one is started.
 */
export function useGenerator(page: CodeKind, tab: FormTab): Generator {
  const state = useDraft(page, tab)
  const { draft, progress, setProgress, keep, change } = state
  const [question, ask] = useState<Question | null>(null)
  const savingDesign = useSaveDesign()
  const drawn = useDrawing(tab, draft, progress)
  const { errors, refusals, leave, ...checking } = useFieldErrors(tab, draft)
  const saving = useSaving(tab, { state, drawn, fields: checking, ask })

  function changeContent(content: Content) {
    const type = contentTypeOf(tab, draft)
    const before = contentOf(draft, type)
    const { clean } = contentTypes[type]
    const contents = { ...draft.contents, [type]: content }
    // A field that is only tidied up as it is left makes no other code.
    if (JSON.stringify(clean(before)) === JSON.stringify(clean(content))) keep({ ...draft, contents })
    else change({ contents })
    checking.clear((field) => before[field] !== content[field])
  }

  function startAnother() {
    keep(withoutContent(draft, contentTypeOf(tab, draft)))
    checking.clear()
    setProgress(NOT_CREATED)
  }

  async function applyDesign(chosen: QrCustomSettings, logo: LogoInput | null, anyway: boolean) {
    const settings = logo === null && isDefault(chosen) ? null : chosen
    const before = draft
    keep({ ...draft, settings, logo, anyway })
    if (progress.name !== 'saved') return
    try {
      const code = await savingDesign.mutateAsync({ id: progress.code.id, settings: chosen, logo, anyway })
      setProgress({ ...progress, code })
    } catch (error) {
      keep(before)
      throw error
    }
  }

  const fields = { errors, refusals, change, changeContent, leave }
  const confirmation = { question, ask }
  return { tab, draft, progress, drawn, fields, saving, confirmation, startAnother, applyDesign }
}
