import type { LinkRules } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../lib/api/api-error'
import { showToast } from '../../ui/toast/toasts'
import { fetchNewer, useSaveRules } from './api'
import { type Draft, inputOf } from './draft/draft'

interface Conflict {
  stored: LinkRules
  /** Who saved them; empty where nobody is known. */
  who: string
}

/** Saves a draft, and keeps what the server says against it. @param onSaved gets the rules as they are stored */
export function useSaving(codeId: string, onSaved: (rules: LinkRules) => void) {
  const { t } = useTranslation('link-rules')
  const mutation = useSaveRules(codeId)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  function settle() {
    setErrors({})
    setProblem(null)
    setConflict(null)
  }

  async function fail(error: Error, onField: (place: number) => void) {
    if (!(error instanceof ApiError)) return setProblem(t('failed'))
    if (error.statusCode === 409)
      return fetchNewer(codeId).then(setConflict, (later) => setProblem(messageOf(later, t('failed'))))
    setErrors(error.errors)
    const place = Object.keys(error.errors)
      .map(placeOf)
      .find((found) => found !== null)
    // Of the conditions as a whole no field is marked.
    const whole = Object.entries(error.errors).find(([name]) => name.endsWith('.when'))?.[1]
    setProblem(
      place === undefined ? (Object.values(error.errors)[0] ?? error.message) : (whole ?? t('problems')),
    )
    if (place !== undefined && place !== null) onField(place)
  }

  return {
    isPending: mutation.isPending,
    problem,
    conflict,
    settle,
    /** The message of a field of the rule in a place, or of one below it. */
    errorOf: (place: number, field: string): string | undefined => {
      const path = `rules.rules.${place}.${field}`
      const found = Object.entries(errors).find(([name]) => name === path || name.startsWith(`${path}.`))
      return found?.[1]
    },
    /** Takes back what was said against fields that are changed; without a prefix all of it. */
    forget: (prefix: string) => {
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !name.startsWith(prefix))),
      )
      if (prefix === '') setProblem(null)
    },
    /** @param onField gets the place of the first rule that something is wrong with */
    save: (draft: Draft, revision: number, onField: (place: number) => void) => {
      settle()
      mutation.mutate(inputOf(draft, revision), {
        onSuccess: (rules) => {
          showToast({ kind: 'success', title: t('saved') })
          onSaved(rules)
        },
        onError: (error) => void fail(error, onField),
      })
    },
  }
}

const placeOf = (field: string): number | null => {
  const place = /^rules\.rules\.(\d+)\./.exec(field)?.[1]
  return place === undefined ? null : Number(place)
}
