import { typedHost } from '@scanleaf/qr'
import {
  type FieldError,
  type FieldIssue,
  isFieldError,
  type PdfCode,
  pdfNameProblem,
} from '@scanleaf/shared'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { fieldText } from '../../../lib/forms/field-text'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { isPlanLimit, showPlanLimit } from '../../../lib/plan-limit'
import { currentSession } from '../../../lib/session/session'
import { type DesignChange, isNameAvailable, keepPdfCode, refreshUserCodes } from '../api'
import { reasonOf } from '../failure-messages'
import { DETAILS, type Detail, type Details, detailProblem, detailsProblems } from '../fields/details'
import { suggestedNames } from '../fields/suggest-name'
import { nameIssue } from '../fields/use-name-check'
import { pdfProblem } from '../fields/validate-pdf-file'
import { type CreateStep, createPdfCode } from './create-pdf-code'
import { type Draft, forgetDraft, storeDraft, storedDraft } from './draft'

type Field = 'name' | 'file' | Detail
export type FieldTexts = Partial<Record<Field, string>>

interface Change {
  name?: string
  details?: Partial<Details>
}

export interface Work {
  step: CreateStep
  /** Progress of the file, 0 to 1. */
  share: number
  attempt: number
  isCancelling: boolean
}

export interface Creation {
  draft: Draft
  file: File | null
  design: DesignChange | null
  errors: FieldTexts
  /** Grows with each attempt that the fields refused. */
  refusals: number
  /** Why the code was not made. */
  failure: string | null
  needsSignIn: boolean
  /** Null while nothing is in progress. */
  work: Work | null
  /** A name that is typed stays; while there is none, the name follows the title. */
  change: (changed: Change) => void
  /** The company of the account, where none is typed. */
  suggestCompany: (company: string) => void
  /** Another name in the place of a suggested one. */
  suggestAnother: () => void
  leave: (name: Detail) => void
  chooseFile: (file: File) => void
  setDesign: (design: DesignChange) => void
  start: () => void
  cancel: () => void
  closeSignIn: () => void
}

const SERVER_FIELDS: Readonly<Record<string, Field>> = {
  name: 'name',
  pdfFile: 'file',
  fileName: 'file',
  companyName: 'companyName',
  title: 'title',
  website: 'website',
}

/** The creation of a PDF code: its fields, their errors, and its progress. */
export function useCreate(onCreated: (code: PdfCode) => void): Creation {
  const { t } = useTranslation(['pdf-codes', 'errors', 'common'])
  const client = useQueryClient()
  const [draft, setDraft] = useState(storedDraft)
  const [file, setFile] = useState<File | null>(null)
  const [design, setDesign] = useState<DesignChange | null>(null)
  const [errors, setErrors] = useState<FieldTexts>({})
  const [refusals, setRefusals] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const [work, setWork] = useState<Work | null>(null)
  const running = useRef<AbortController>(null)
  // Leaving the screen cancels it: nothing incomplete remains.
  useEffect(() => () => running.current?.abort(), [])

  const textOf = (issue: FieldIssue) =>
    fieldText(t, issue, { host: bidiIsolate(typedHost(draft.details.website)) })
  const setError = (field: Field, text: string | undefined) =>
    setErrors(({ [field]: _before, ...others }) =>
      text === undefined ? others : { ...others, [field]: text },
    )

  // What is filled in and what is typed may come between two drawings of the form.
  const latest = useRef(draft)
  function keep(next: Draft) {
    latest.current = next
    setDraft(next)
    storeDraft(next)
  }

  /** Where a suggested name is taken, the next one. */
  function suggestAnother() {
    const now = latest.current
    const names = suggestedNames(now.details.title, now.details.companyName)
    const next = names[names.indexOf(draft.name) + 1]
    if (!now.isOwnName && now.name === draft.name && next !== undefined) keep({ ...now, name: next })
  }

  function change({ name, details }: Change) {
    const before = latest.current
    const next = { ...before, details: { ...before.details, ...details } }
    if (name !== undefined) {
      next.name = name
      next.isOwnName = name !== ''
    } else if (!next.isOwnName && next.details.title !== before.details.title) {
      next.name = suggestedNames(next.details.title, next.details.companyName)[0] ?? ''
    }
    keep(next)
    setFailure(null)
    if (next.name !== before.name) setError('name', undefined)
    for (const detail of DETAILS) {
      if (next.details[detail] !== before.details[detail]) setError(detail, undefined)
    }
  }

  function suggestCompany(company: string) {
    if (company !== '' && latest.current.details.companyName === '')
      change({ details: { companyName: company } })
  }

  function leave(name: Detail) {
    const text = draft.details[name]
    const problem = text === '' ? null : detailProblem(name, text)
    if (problem) setError(name, textOf(problem))
  }

  async function chooseFile(chosen: File) {
    setFailure(null)
    try {
      const problem = await pdfProblem(chosen)
      setError('file', problem ? t(`dynamic-codes.generator.${problem}`) : undefined)
      if (problem === null) setFile(chosen)
    } catch {
      setError('file', t('file-failed'))
    }
  }

  function refuse(found: FieldTexts) {
    setErrors(found)
    setRefusals((before) => before + 1)
  }

  function problems(): FieldTexts {
    const name = draft.name === '' ? 'required' : pdfNameProblem(draft.name)
    const details = Object.entries(detailsProblems(draft.details))
    return {
      ...(name && { name: nameText(name) }),
      ...(file === null && { file: t('dynamic-codes.generator.not-upload-file-pdf') }),
      ...Object.fromEntries(details.map(([field, problem]) => [field, textOf(problem)])),
    }
  }

  const nameText = (code: FieldError) =>
    code === 'url-not-available' ? t('url-not-available') : fieldText(t, nameIssue(code))

  async function start() {
    if (running.current !== null) return
    const found = problems()
    if (Object.keys(found).length > 0 || file === null) return refuse(found)
    setErrors({})
    setFailure(null)
    if (!currentSession()) {
      // What is on the screen is there after the sign-in, though a sign-out in another tab has removed it.
      storeDraft(draft)
      return setNeedsSignIn(true)
    }
    const giveUp = new AbortController()
    running.current = giveUp
    setWork({ step: 'limit', share: 0, attempt: 1, isCancelling: false })
    try {
      if (!(await isNameAvailable(draft.name, giveUp.signal))) return refuse({ name: t('url-not-available') })
      const code = await createPdfCode(
        { ...draft, file, design },
        {
          signal: giveUp.signal,
          onStep: (step, share, attempt) =>
            setWork({ step, share, attempt, isCancelling: giveUp.signal.aborted }),
        },
      )
      forgetDraft()
      keepPdfCode(client, code)
      refreshUserCodes(client)
      onCreated(code)
    } catch (error) {
      if (error !== giveUp.signal.reason) showRefusal(error)
    } finally {
      running.current = null
      setWork(null)
    }
  }

  function showRefusal(error: unknown) {
    const refused = error instanceof ApiError ? error : null
    if (refused?.statusCode === 401) return setNeedsSignIn(true)
    if (isPlanLimit(error)) return showPlanLimit(error)
    const found = refused ? fieldsOf(refused) : {}
    if (Object.keys(found).length > 0) refuse(found)
    else setFailure(t('dynamic-codes.generator.qrcode-creation-error', { message: reasonOf(error, t) }))
  }

  function fieldsOf({ code, errors: texts, fields }: ApiError): FieldTexts {
    const ours = Object.entries(texts).flatMap(([name, text]) => {
      const field = SERVER_FIELDS[name]
      return field ? [[field, text] as const] : []
    })
    if (ours.length > 0) return Object.fromEntries(ours)
    if (code === 'url-not-available') return { name: t('url-not-available') }
    const problem = Object.values(fields)[0] ?? code
    return isFieldError(problem) && problem.includes('pdf') ? { file: fieldText(t, { code: problem }) } : {}
  }

  return {
    draft,
    file,
    design,
    errors,
    refusals,
    failure,
    needsSignIn,
    work,
    change,
    suggestCompany,
    suggestAnother,
    leave,
    chooseFile: (chosen) => void chooseFile(chosen),
    setDesign,
    start: () => void start(),
    cancel: () => {
      running.current?.abort()
      setWork((before) => before && { ...before, isCancelling: true })
    },
    closeSignIn: () => setNeedsSignIn(false),
  }
}
