import { contentTypes, DEFAULT_QR_SETTINGS, type QrCustomSettings, typedHost } from '@scanleaf/qr'
import type { LogoInput } from '@scanleaf/shared'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../lib/api/api-error'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { isPlanLimit, showPlanLimit } from '../../../lib/plan-limit'
import { currentSession } from '../../../lib/session/session'
import { showToast } from '../../../ui/toast/toasts'
import { useSaveCode, useSaveDesign } from './api'
import { type Content, contentOf, type Draft, storeDraft, storedDraft, withoutContent } from './draft'
import { NOT_CREATED, type Progress } from './drawing'
import { type CodeKind, contentTypeOf, type FormTab, kindOf } from './tabs'
import { type DrawnCode, passesScan, useDrawing } from './use-drawing'
import { type FieldErrors, problemOfField, validateDraft } from './validate-draft'

/** The confirmation before it continues: whether a code that is hard to scan is wanted. */
export interface Question {
  confirm: () => void
}

export interface Generator {
  tab: FormTab
  draft: Draft
  progress: Progress
  drawn: DrawnCode
  errors: FieldErrors
  /** Grows with each attempt that the fields refused. */
  refusals: number
  isSaving: boolean
  /** A save was asked for without a session. */
  needsSignIn: boolean
  closeSignIn: () => void
  question: Question | null
  ask: (question: Question | null) => void
  change: (change: Partial<Draft>) => void
  changeContent: (content: Content) => void
  leaveField: (field: string) => void
  /** The main button: creates the code, or saves the static code that was created. */
  proceed: () => void
  startAnother: () => void
  /** Takes a design into the draft, and into the code when that is saved already. */
  applyDesign: (settings: QrCustomSettings, logo: LogoInput | null, anyway: boolean) => Promise<void>
}

const isDefault = (settings: QrCustomSettings): boolean =>
  JSON.stringify(settings) === JSON.stringify(DEFAULT_QR_SETTINGS)

/** The draft of a page and what became of it. Whatever is changed makes it a code that is not created yet. */
export function useGenerator(page: CodeKind, tab: FormTab): Generator {
  const { t } = useTranslation(['generator', 'errors'])
  const [draft, setDraft] = useState(() => storedDraft(page))
  const [progresses, setProgresses] = useState<Partial<Record<FormTab, Progress>>>({})
  const [errors, setErrors] = useState<{ of: FormTab; fields: FieldErrors }>({ of: tab, fields: {} })
  const [refusals, setRefusals] = useState(0)
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const [question, ask] = useState<Question | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  const saving = useSaveCode()
  const savingDesign = useSaveDesign()
  const changes = useRef(0)
  const progress = progresses[tab] ?? NOT_CREATED
  const drawn = useDrawing(tab, draft, progress)
  const fieldErrors = errors.of === tab ? errors.fields : {}

  const setProgress = (next: Progress) => setProgresses((all) => ({ ...all, [tab]: next }))
  const setFieldErrors = (fields: FieldErrors) => setErrors({ of: tab, fields })

  function keep(next: Draft) {
    setDraft(next)
    storeDraft(page, next)
  }

  function change(part: Partial<Draft>) {
    changes.current += 1
    keep({ ...draft, ...part })
    setProgress(NOT_CREATED)
  }

  function changeContent(content: Content) {
    const type = contentTypeOf(tab, draft.facebook)
    const before = contentOf(draft, type)
    change({ contents: { ...draft.contents, [type]: content } })
    const untouched = Object.entries(fieldErrors).filter(([field]) => before[field] === content[field])
    setFieldErrors(Object.fromEntries(untouched))
  }

  function leaveField(field: string) {
    const problem = problemOfField(tab, draft, field)
    if (problem) setFieldErrors({ ...fieldErrors, [field]: textOf(field, problem) })
  }

  /** The error of a field; of an address it names the host. */
  function textOf(field: string, problem: string): string {
    const typed = contentOf(draft, contentTypeOf(tab, draft.facebook))[field] ?? ''
    return t(`errors:field.${problem}`, { host: bidiIsolate(typedHost(typed)) })
  }

  function refuse(fields: FieldErrors) {
    setFieldErrors(fields)
    setRefusals((times) => times + 1)
  }

  async function save(current: Draft) {
    if (!currentSession()) return setNeedsSignIn(true)
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
    const sentAfter = changes.current
    saving.mutate(
      { tab, draft: current },
      {
        onSuccess: (code) => {
          storeDraft(page, withoutContent(current, contentTypeOf(tab, current.facebook)))
          // Text typed meanwhile belongs to another code, not the saved one.
          if (changes.current !== sentAfter) return showToast({ kind: 'success', title: t('status.saved') })
          setFieldErrors({})
          setProgress({ name: 'saved', code })
        },
        onError: (error) => showRefusal(error, current),
      },
    )
  }

  function showRefusal(error: unknown, current: Draft) {
    setFieldErrors({})
    const refused = error instanceof ApiError ? error : null
    if (refused?.statusCode === 401) return setNeedsSignIn(true)
    if (refused?.code === 'DesignNotScannable' && !current.anyway) return askAnyway(current)
    if (isPlanLimit(error)) return showPlanLimit(error)
    const fields = fieldErrorsOf(refused, tab, current)
    if (Object.keys(fields).length > 0) return refuse(fields)
    const fallback = t('error-saving-qrcode')
    showToast({ kind: 'error', title: messageOf(error, fallback) || fallback })
  }

  function create() {
    const problems = Object.entries(validateDraft(tab, draft))
    if (problems.length > 0) {
      return refuse(Object.fromEntries(problems.map(([field, code]) => [field, textOf(field, code ?? '')])))
    }
    setFieldErrors({})
    if (kindOf(tab, draft) === 'dynamic') return void save(draft)
    setProgress({ name: 'created' })
  }

  function proceed() {
    if (progress.name === 'saved' || saving.isPending || isChecking) return
    try {
      if (progress.name === 'created') void save(draft)
      else create()
    } catch {
      showToast({ kind: 'error', title: t('error-occurred') })
    }
  }

  async function applyDesign(chosen: QrCustomSettings, logo: LogoInput | null, anyway: boolean) {
    const settings = logo === null && isDefault(chosen) ? null : chosen
    const before = draft
    keep({ ...draft, settings, logo, anyway })
    if (progress.name !== 'saved') return
    try {
      const code = await savingDesign.mutateAsync({ id: progress.code.id, settings: chosen, logo, anyway })
      setProgress({ name: 'saved', code })
    } catch (error) {
      keep(before)
      throw error
    }
  }

  function startAnother() {
    keep(withoutContent(draft, contentTypeOf(tab, draft.facebook)))
    setFieldErrors({})
    setProgress(NOT_CREATED)
  }

  return {
    tab,
    draft,
    progress,
    drawn,
    errors: fieldErrors,
    refusals,
    isSaving: saving.isPending || isChecking,
    needsSignIn,
    closeSignIn: () => setNeedsSignIn(false),
    question,
    ask,
    change,
    changeContent,
    leaveField,
    proceed,
    startAnother,
    applyDesign,
  }
}

/** The server's texts beside the fields they are about. */
function fieldErrorsOf(refused: ApiError | null, tab: FormTab, draft: Draft): FieldErrors {
  const names = contentTypes[contentTypeOf(tab, draft.facebook)].fields.map(({ name }): string => name)
  const fields: FieldErrors = {}
  for (const [name, text] of Object.entries(refused?.errors ?? {})) {
    if (name === 'dynamicId') fields['manualId'] = text
    else if (names.includes(name)) fields[name] = text
    // An address is `content` to the server, whatever the content type calls it.
    else if ((name === 'content' || name === 'codeContent') && names[0] !== undefined) fields[names[0]] = text
  }
  return fields
}
