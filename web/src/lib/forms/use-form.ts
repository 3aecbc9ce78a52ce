import { cleanLine } from '@scanleaf/qr'
import type { FieldIssue } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error'
import { fieldText } from './field-text'

type Texts<Name extends string> = Partial<Record<Name, string>>
type Issues<Name extends string> = Partial<Record<Name, FieldIssue>>

export interface FormField {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  /** Shows the cleaned value. */
  onBlur: () => void
}

/** The cleaner of a secret or a file. */
export const asTyped = (text: string): string => text

export interface Form<Name extends string> {
  values: Record<Name, string>
  /** Props of an input. */
  field: (name: Name) => FormField
  setValue: (name: Name, value: string) => void
  /** What went wrong with the whole, when no field is to blame. */
  failure: string | null
  isPending: boolean
  isDirty: boolean
  reset: (values: Record<Name, string>) => void
  onSubmit: (event: { preventDefault: () => void; currentTarget: HTMLFormElement }) => void
}

export interface FormOptions<Name extends string> {
  initial: Record<Name, string>
  /** How fields are cleaned that are no plain lines of text. */
  cleaners?: Partial<Record<NoInfer<Name>, (text: string) => string>>
  /** Errors before sending, by field. */
  check: (values: Record<NoInfer<Name>, string>) => Issues<NoInfer<Name>> | Promise<Issues<NoInfer<Name>>>
  /** A failure it throws is shown: the fields' errors beside them, any other above the form. */
  submit: (values: Record<NoInfer<Name>, string>) => Promise<unknown>
}

/** A form of text fields: checked before it is sent, errors of that check and of the server beside the fields. */
export function useForm<Name extends string>({
  initial,
  cleaners = {},
  check,
  submit,
}: FormOptions<Name>): Form<Name> {
  const { t } = useTranslation(['common', 'errors'])
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Texts<Name>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)

  const setValue = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _gone, ...others }) => others as Texts<Name>)
    setFailure(null)
  }

  const clean = (name: Name, value: string): string => (cleaners[name] ?? cleanLine)(value)

  const isOurs = (name: string): name is Name => name in values

  const showErrors = (found: Texts<Name>, form: HTMLFormElement) => {
    setErrors(found)
    const first = Object.keys(values).find((name) => isOurs(name) && found[name])
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const showFailure = (error: unknown, form: HTMLFormElement) => {
    if (!(error instanceof ApiError)) return setFailure(t('unreadable-answer'))
    const [ours, others] = [true, false].map((wanted) =>
      Object.entries(error.errors).filter(([name]) => isOurs(name) === wanted),
    )
    if (ours?.length) showErrors(Object.fromEntries(ours) as Texts<Name>, form)
    else setFailure(others?.[0]?.[1] ?? error.message)
  }

  async function send(form: HTMLFormElement) {
    setIsPending(true)
    try {
      const cleaned = Object.fromEntries(
        Object.entries<string>(values).map(([name, value]) => [name, clean(name as Name, value)]),
      ) as typeof values
      setValues(cleaned)
      const found = await check(cleaned)
      const texts = Object.entries<FieldIssue | undefined>(found).flatMap(([name, issue]) =>
        issue && isOurs(name) ? [[name, fieldText(t, issue)]] : [],
      )
      if (texts.length > 0) return showErrors(Object.fromEntries(texts) as Texts<Name>, form)
      setErrors({})
      setFailure(null)
      await submit(cleaned)
    } catch (error) {
      showFailure(error, form)
    } finally {
      setIsPending(false)
    }
  }

  return {
    values,
    setValue,
    failure,
    isPending,
    isDirty: Object.keys(values).some((name) => isOurs(name) && values[name] !== start[name]),
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event) => setValue(name, event.currentTarget.value),
      onBlur: () => setValues((before) => ({ ...before, [name]: clean(name, before[name]) })),
    }),
    reset: (next) => {
      setStart(next)
      setValues(next)
      setErrors({})
      setFailure(null)
    },
    onSubmit: (event) => {
      event.preventDefault()
      if (!isPending) void send(event.currentTarget)
    },
  }
}
