import type { UserCode } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../lib/api/api-error'
import { isPlanLimit, showPlanLimit } from '../../../lib/plan-limit'
import { currentSession } from '../../../lib/session/session'
import { showToast } from '../../../ui/toast/toasts'
import { type FieldChanges, typedContent, useSaveChanges, useSaveCode } from './api'
import { type Draft, nameOf, withoutContent } from './draft'
import type { Progress } from './drawing'
import { contentTypeOf, type FormTab, kindOf } from './tabs'
import type { DraftState } from './use-draft'
import { type DrawnCode, passesScan } from './use-drawing'
import type { FieldErrorState } from './use-field-errors'

/** The confirmation before it continues: whether a code that is hard to scan is wanted. */
export interface Question {
  confirm: () => void
}

/** Asks for the confirmation, or closes the question. */
export type Ask = (question: Question | null) => void

export interface Saving {
  isRunning: boolean
  /** The fields of a saved code differ from what is saved. */
  isChanged: boolean
  /** A save was asked for without a session. */
  needsSignIn: boolean
  closeSignIn: () => void
  /** The main button: creates the code, saves the static code that was created, or changes the saved one. */
  proceed: () => void
}

interface SavingDependencies {
  state: DraftState
  drawn: DrawnCode
  fields: Pick<FieldErrorState, 'check' | 'showRefused' | 'clear'>
  ask: Ask
}

/** What becomes of a draft: a created code, a saved one, then changes of it. */
export function useSaving(tab: FormTab, { state, drawn, fields, ask }: SavingDependencies): Saving {
  const { t } = useTranslation('generator')
  const { draft, progress, setProgress, keep, store, countChanges } = state
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  const saving = useSaveCode()
  const savingChanges = useSaveChanges()
  const unsaved = progress.name === 'saved' ? fieldChanges(tab, draft, progress) : {}
  const isChanged = Object.keys(unsaved).length > 0
  const isRunning = saving.isPending || savingChanges.isPending || isChecking

  /** What is on the screen is there after the sign-in, though a sign-out in another tab has removed it. */
  function inviteToSignIn(current: Draft) {
    store(current)
    setNeedsSignIn(true)
  }

  function create() {
    if (!fields.check()) return
    if (kindOf(tab, draft) === 'dynamic') return void save(draft)
    setProgress({ name: 'created' })
  }

  async function save(current: Draft) {
    if (!currentSession()) return inviteToSignIn(current)
    setIsChecking(true)
    const mayBeKept = await passesScan(current, drawn)
    setIsChecking(false)
    if (mayBeKept) send(current)
    else askAnyway(current)
  }

  function askAnyway(current: Draft) {
    const kept = { ...current, anyway: true }
    ask({
      confirm: () => {
        ask(null)
        keep(kept)
        send(kept)
      },
    })
  }

  function send(current: Draft) {
    const sentAfter = countChanges()
    saving.mutate(
      { tab, draft: current },
      {
        onSuccess: (code) => {
          store(withoutContent(current, contentTypeOf(tab, current)))
          // A static code cannot take up what was typed meanwhile: that belongs to another one.
          if (countChanges() !== sentAfter && !code.isDynamicCode) {
            return showToast({ kind: 'success', title: t('status.saved') })
          }
          fields.clear()
          setProgress({ name: 'saved', code, content: typedContent(tab, current) })
        },
        onError: (error) => showRefusal(error, current),
      },
    )
  }

  function saveChanges({ id }: UserCode) {
    if (!fields.check()) return
    if (!currentSession()) return inviteToSignIn(draft)
    const content = typedContent(tab, draft)
    savingChanges.mutate(
      { id, changes: unsaved },
      {
        onSuccess: (code) => {
          setProgress({ name: 'saved', code, content })
          showToast({ kind: 'success', title: t('status.changed') })
        },
        onError: (error) => showRefusal(error, draft),
      },
    )
  }

  function showRefusal(error: unknown, current: Draft) {
    fields.clear()
    const refused = error instanceof ApiError ? error : null
    if (refused?.statusCode === 401) return setNeedsSignIn(true)
    if (refused?.code === 'DesignNotScannable' && !current.anyway) return askAnyway(current)
    if (isPlanLimit(error)) return showPlanLimit(error)
    if (fields.showRefused(refused, current)) return
    const fallback = t('error-saving-qrcode')
    showToast({ kind: 'error', title: messageOf(error, fallback) || fallback })
  }

  function proceed() {
    if (isRunning) return
    try {
      if (progress.name === 'saved') {
        if (isChanged) saveChanges(progress.code)
      } else if (progress.name === 'created') void save(draft)
      else create()
    } catch {
      showToast({ kind: 'error', title: t('error-occurred') })
    }
  }

  return { isRunning, isChanged, needsSignIn, closeSignIn: () => setNeedsSignIn(false), proceed }
}

/** The name of a saved code changes, and of a dynamic one the target: the content of a static one is printed. */
function fieldChanges(
  tab: FormTab,
  draft: Draft,
  { code, content }: Extract<Progress, { name: 'saved' }>,
): FieldChanges {
  const name = nameOf(draft, contentTypeOf(tab, draft))
  const codeContent = typedContent(tab, draft)
  return {
    ...(name !== code.name && { name }),
    ...(code.isDynamicCode && codeContent !== content && { codeContent }),
  }
}
