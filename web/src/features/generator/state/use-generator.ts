import { contentTypes, DEFAULT_QR_SETTINGS, type QrCustomSettings, typedHost } from '@scanleaf/qr'
import type { LogoInput, UserCode } from '@scanleaf/shared'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../lib/api/api-error'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { isPlanLimit, showPlanLimit } from '../../../lib/plan-limit'
import { currentSession } from '../../../lib/session/session'
import { showToast } from '../../../ui/toast/toasts'
import { type FieldChanges, typedContent, useSaveChanges, useSaveCode, useSaveDesign } from './api'
import { type Content, contentOf, type Draft, nameOf, storeDraft, storedDraft, withoutContent } from './draft'
import { NOT_CREATED, type Progress } from './drawing'
import { type CodeKind, contentTypeOf, type FormTab, kindOf } from './tabs'
import { type DrawnCode, passesScan, useDrawing } from './use-drawing'
import { type DraftErrors, problemOfField, validateDraft } from './validate-draft'

/** The confirmation before it continues: whether a code that is hard to scan is wanted. */
export interface Question {
  confirm: () => void
}

export interface Generator {
  tab: FormTab
  draft: Draft
  progress: Progress
  drawn: DrawnCode
  errors: DraftErrors
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
  /** The fields of a saved code differ from what is saved. */
  isChanged: boolean
  /** The main button: creates the code, saves the static code that was created, or changes the saved one. */
  proceed: () => void
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
  const { t } = useTranslation(['generator', 'errors'])
  const [draft, setDraft] = useState(() => storedDraft(page))
  const [progresses, setProgresses] = useState<Partial<Record<FormTab, Progress>>>({})
  const [errors, setErrors] = useState<{ of: FormTab; fields: DraftErrors }>({ of: tab, fields: {} })
  const [refusals, setRefusals] = useState(0)
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const [question, ask] = useState<Question | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  const saving = useSaveCode()
  const savingDesign = useSaveDesign()
  const savingChanges = useSaveChanges()
  const changes = useRef(0)
  const progress = progresses[tab] ?? NOT_CREATED
  const drawn = useDrawing(tab, draft, progress)
  const unsaved = progress.name === 'saved' ? fieldChanges(tab, draft, progress) : {}
  const isChanged = Object.keys(unsaved).length > 0
  const isSaving = saving.isPending || savingChanges.isPending || isChecking
  const fieldErrors = errors.of === tab ? errors.fields : {}

  const setProgress = (next: Progress) => setProgresses((all) => ({ ...all, [tab]: next }))
  const setFieldErrors = (fields: DraftErrors) => setErrors({ of: tab, fields })

  function keep(next: Draft) {
    setDraft(next)
    storeDraft(page, withoutSaved(next))
  }

  /** The draft as it is found after a reload: saved contents are in the lists. */
  function withoutSaved(next: Draft): Draft {
    const saved = (Object.keys(progresses) as FormTab[]).filter((each) => progresses[each]?.name === 'saved')
    return saved.reduce((rest, each) => withoutContent(rest, contentTypeOf(each, rest)), next)
  }

  function change(part: Partial<Draft>) {
    changes.current += 1
    keep({ ...draft, ...part })
    if (progress.name !== 'saved') setProgress(NOT_CREATED)
  }

  function changeContent(content: Content) {
    const type = contentTypeOf(tab, draft)
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
    const typed = contentOf(draft, contentTypeOf(tab, draft))[field] ?? ''
    return t(`errors:field.${problem}`, { host: bidiIsolate(typedHost(typed)) })
  }

  function refuse(fields: DraftErrors) {
    setFieldErrors(fields)
    setRefusals((times) => times + 1)
  }

  /** What is on the screen is there after the sign-in, though a sign-out in another tab has removed it. */
  function inviteToSignIn(current: Draft) {
    storeDraft(page, withoutSaved(current))
    setNeedsSignIn(true)
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
    const sentAfter = changes.current
    saving.mutate(
      { tab, draft: current },
      {
        onSuccess: (code) => {
          storeDraft(page, withoutContent(current, contentTypeOf(tab, current)))
          // A static code cannot take up what was typed meanwhile: that belongs to another one.
          if (changes.current !== sentAfter && !code.isDynamicCode) {
            return showToast({ kind: 'success', title: t('status.saved') })
          }
          setFieldErrors({})
          setProgress({ name: 'saved', code, content: typedContent(tab, current) })
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

  /** Whether the fields can be sent; those that are wrong say so. */
  function isValid(): boolean {
    const problems = Object.entries(validateDraft(tab, draft))
    const isRight = problems.length === 0
    if (isRight) setFieldErrors({})
    else refuse(Object.fromEntries(problems.map(([field, code]) => [field, textOf(field, code ?? '')])))
    return isRight
  }

  function saveChanges({ id }: UserCode) {
    if (!isValid()) return
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

  function create() {
    if (!isValid()) return
    if (kindOf(tab, draft) === 'dynamic') return void save(draft)
    setProgress({ name: 'created' })
  }

  function proceed() {
    if (isSaving) return
    try {
      if (progress.name === 'saved') {
        if (isChanged) saveChanges(progress.code)
      } else if (progress.name === 'created') void save(draft)
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
      setProgress({ ...progress, code })
    } catch (error) {
      keep(before)
      throw error
    }
  }

  function startAnother() {
    keep(withoutContent(draft, contentTypeOf(tab, draft)))
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
    isSaving,
    needsSignIn,
    closeSignIn: () => setNeedsSignIn(false),
    question,
    ask,
    isChanged,
    change,
    changeContent,
    leaveField,
    proceed,
    startAnother,
    applyDesign,
  }
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

/** The server's texts beside the fields they are about. */
function fieldErrorsOf(refused: ApiError | null, tab: FormTab, draft: Draft): DraftErrors {
  const names = contentTypes[contentTypeOf(tab, draft)].fields.map(({ name }): string => name)
  const fields: DraftErrors = {}
  for (const [name, text] of Object.entries(refused?.errors ?? {})) {
    if (name === 'dynamicId') fields['manualId'] = text
    else if (name === 'name' || names.includes(name)) fields[name] = text
    // An address is `content` to the server, whatever the content type calls it.
    else if ((name === 'content' || name === 'codeContent') && names[0] !== undefined) fields[names[0]] = text
  }
  return fields
}
