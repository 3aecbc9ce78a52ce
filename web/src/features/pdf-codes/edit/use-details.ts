import { typedHost } from '@scanleaf/qr'
import type { PdfCode } from '@scanleaf/shared'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../../lib/forms/field-text'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { keepPdfCode, patchDetails, refreshUserCodes } from '../api'
import { DETAILS, type Detail, type Details, detailProblem, detailsOf } from '../fields/details'
import { type AutosaveState, createDetailsAutosave } from './details-autosave'

export interface EditedDetails {
  details: Details
  storedWebsite: string
  errors: Partial<Record<Detail, string>>
  state: AutosaveState
  change: (changed: Partial<Details>) => void
  /** Sends at once what waits or has failed. */
  flush: () => void
}

/** The details of a code that save themselves a second after the last key (spec §2). */
export function useDetails(code: PdfCode): EditedDetails {
  const { t } = useTranslation('errors')
  const client = useQueryClient()
  const [details, setDetails] = useState(() => detailsOf(code))
  const [state, setState] = useState<AutosaveState>({ name: 'idle' })
  const id = code.id
  const push = useRef<ReturnType<typeof createDetailsAutosave>>(null)
  push.current ??= createDetailsAutosave({
    stored: detailsOf(code),
    onState: setState,
    send: async (change) => {
      const stored = await patchDetails(id, change)
      keepPdfCode(client, stored)
      refreshUserCodes(client)
      return detailsOf(stored)
    },
  })
  const flush = () => push.current?.flush()
  useEffect(() => {
    // The last changes are not lost with the screen, and are sent when the network is back.
    const send = () => push.current?.flush()
    window.addEventListener('online', send)
    return () => {
      window.removeEventListener('online', send)
      send()
    }
  }, [])

  const errors = DETAILS.flatMap((name) => {
    const problem = detailProblem(name, details[name])
    return problem
      ? [[name, fieldText(t, problem, { host: bidiIsolate(typedHost(details.website)) })] as const]
      : []
  })

  return {
    details,
    storedWebsite: code.website,
    errors: Object.fromEntries(errors),
    state,
    change: (changed) => {
      const next = { ...details, ...changed }
      setDetails(next)
      push.current?.type(next)
    },
    flush,
  }
}
