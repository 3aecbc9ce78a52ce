import { contentTypes, typedHost } from '@scanleaf/qr'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../lib/api/api-error'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { contentOf, type Draft } from './draft'
import { contentTypeOf, type FormTab } from './tabs'
import { type DraftErrors, problemOfField, validateDraft } from './validate-draft'

/** What is wrong with the fields of a tab, and when it is said. */
export interface FieldErrorState {
  errors: DraftErrors
  /** Grows with each attempt that the fields refused. */
  refusals: number
  /** Whether the fields can be sent; those that are wrong say so. */
  check: () => boolean
  /** A field was left: it says what is wrong with it. */
  leave: (field: string) => void
  /** Says what the server refused; false where that is about no field. */
  showRefused: (refused: ApiError | null, sent: Draft) => boolean
  clear: (isDone?: (field: string) => boolean) => void
}

export function useFieldErrors(tab: FormTab, draft: Draft): FieldErrorState {
  const { t } = useTranslation('errors')
  const [said, setErrors] = useState<{ of: FormTab; fields: DraftErrors } | null>(null)
  const [refusals, setRefusals] = useState(0)
  const errors = said?.of === tab ? said.fields : errorsOfTyped()
  const set = (next: DraftErrors) => setErrors({ of: tab, fields: next })

  function refuse(next: DraftErrors) {
    set(next)
    setRefusals((times) => times + 1)
  }

  /** The error of a field; of an address it names the host. */
  function textOf(field: string, problem: string): string {
    const typed = contentOf(draft, contentTypeOf(tab, draft))[field] ?? ''
    return t(`field.${problem}`, { host: bidiIsolate(typedHost(typed)) })
  }

  /** What was typed before the form opened says what is wrong with it. */
  function errorsOfTyped(): DraftErrors {
    const typed = Object.entries(contentOf(draft, contentTypeOf(tab, draft))).filter(
      ([, text]) => text !== '',
    )
    if (typed.length === 0) return {}
    const problems = validateDraft(tab, draft)
    return Object.fromEntries(
      typed.flatMap(([field]) => {
        const problem = problems[field]
        return problem ? [[field, textOf(field, problem)]] : []
      }),
    )
  }

  function check(): boolean {
    const problems = Object.entries(validateDraft(tab, draft))
    const isRight = problems.length === 0
    if (isRight) set({})
    else refuse(Object.fromEntries(problems.map(([field, code]) => [field, textOf(field, code ?? '')])))
    return isRight
  }

  function leave(field: string) {
    const problem = problemOfField(tab, draft, field)
    if (problem) set({ ...errors, [field]: textOf(field, problem) })
  }

  function showRefused(refused: ApiError | null, sent: Draft): boolean {
    const named = refusedFields(refused, tab, sent)
    if (Object.keys(named).length === 0) return false
    refuse(named)
    return true
  }

  function clear(isDone: (field: string) => boolean = () => true) {
    set(Object.fromEntries(Object.entries(errors).filter(([field]) => !isDone(field))))
  }

  return { errors, refusals, check, leave, showRefused, clear }
}

/** The server's texts beside the fields they are about. */
function refusedFields(refused: ApiError | null, tab: FormTab, draft: Draft): DraftErrors {
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
