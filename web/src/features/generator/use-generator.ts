import { validateWebsite } from '@scanleaf/qr'
import { type FieldError, isFieldError, manualIdError } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../lib/api-error'
import { currentSession } from '../../lib/session/session'
import { showToast } from '../../ui/toasts'
import { useSaveCode } from './api'
import { type CodeKind, type Draft, emptyDraft, forgetDraft, storeDraft, storedDraft } from './draft'
import { hrefOf, symbolOf } from './drawing'
import type { Progress } from './progress'

/** Texts under the fields. */
export interface DraftErrors {
  website?: string
  manualId?: string
}

export interface Generator {
  draft: Draft
  progress: Progress
  errors: DraftErrors
  isSaving: boolean
  /** A save was asked for without a session. */
  needsSignIn: boolean
  closeSignIn: () => void
  change: (change: Partial<Draft>) => void
  /** The main button: creates the code, or saves the static code that was created. */
  proceed: () => void
  startAnother: () => void
}

/** The draft of a page and what became of it. Whatever is changed makes it a code that is not created yet. */
export function useGenerator(page: CodeKind): Generator {
  const { t } = useTranslation(['generator', 'errors'])
  const [draft, setDraft] = useState(() => storedDraft(page))
  const [progress, setProgress] = useState<Progress>({ name: 'draft' })
  const [errors, setErrors] = useState<DraftErrors>({})
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const saving = useSaveCode()

  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    storeDraft(page, next)
    setProgress({ name: 'draft' })
    setErrors(({ website, manualId }) => ({
      ...(website !== undefined && part.website === undefined && { website }),
      ...(manualId !== undefined && part.website !== undefined && { manualId }),
    }))
  }

  function save() {
    if (!currentSession()) {
      setNeedsSignIn(true)
      return
    }
    saving.mutate(draft, {
      onSuccess: (code) => {
        setErrors({})
        setProgress({ name: 'saved', code })
        forgetDraft(page)
      },
      onError: (error) => {
        if (error instanceof ApiError && error.statusCode === 401) setNeedsSignIn(true)
        else showRefusal(error)
      },
    })
  }

  function showRefusal(error: unknown) {
    const refused = error instanceof ApiError ? error : null
    const next: DraftErrors = {}
    const website = refused?.errors['content'] ?? refused?.errors['codeContent']
    const manualId = refused?.errors['dynamicId']
    if (website) next.website = website
    if (manualId) next.manualId = manualId
    setErrors(next)
    if (!website && !manualId) {
      showToast({ kind: 'error', title: messageOf(error, t('error-saving-qrcode')) })
    }
  }

  function proceed() {
    if (progress.name === 'saved' || saving.isPending) return
    if (progress.name === 'created') {
      save()
      return
    }
    const problems = problemsOf(draft)
    setErrors({
      ...(problems.website && { website: t(`errors:field.${problems.website}`) }),
      ...(problems.manualId && { manualId: t(`errors:field.${problems.manualId}`) }),
    })
    if (problems.website || problems.manualId) return
    if (draft.kind === 'dynamic') save()
    else setProgress({ name: 'created' })
  }

  return {
    draft,
    progress,
    errors,
    isSaving: saving.isPending,
    needsSignIn,
    closeSignIn: () => setNeedsSignIn(false),
    change,
    proceed,
    startAnother: () => {
      setDraft(emptyDraft(draft.kind))
      setErrors({})
      setProgress({ name: 'draft' })
    },
  }
}

/** What is wrong with a draft before it is sent (spec §5). */
function problemsOf(draft: Draft): { website?: FieldError; manualId?: FieldError } {
  const website = validateWebsite(draft.website) ?? capacityProblem(draft)
  const manualId = draft.kind === 'dynamic' && draft.hasManualId ? manualIdError(draft.manualId) : null
  return {
    ...(website && isFieldError(website) && { website }),
    ...(manualId && { manualId }),
  }
}

/** Only a static code has to hold the address itself. */
function capacityProblem(draft: Draft): FieldError | null {
  if (draft.kind === 'dynamic') return null
  const href = hrefOf(draft.website)
  return href !== null && symbolOf(href) === null ? 'content-too-long' : null
}
