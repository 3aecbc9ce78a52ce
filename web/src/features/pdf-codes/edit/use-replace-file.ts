import type { PdfCode } from '@scanleaf/shared'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { keepPdfCode, patchPdfFile, refreshUserCodes, versionsQuery } from '../api'
import { updateFailure } from '../failure-messages'
import { pdfProblem } from '../fields/validate-pdf-file'

export interface Replacing {
  /** Progress of the new file, 0 to 1; null while none is on its way. */
  share: number | null
  attempt: number
  /** The error of the chosen file. */
  problem: string | null
  /** Why the file was not replaced; the old one is still served. */
  failure: string | null
  /** The new file was stored. */
  isDone: boolean
  replace: (file: File) => void
  /** Sends the same file once more. */
  retry: () => void
}

interface Sending {
  share: number | null
  attempt: number
  problem: string | null
  failure: string | null
  isDone: boolean
}

const IDLE: Sending = { share: null, attempt: 1, problem: null, failure: null, isDone: false }

/**
 * Puts another file in the place of a code's at once (spec §2): its name and time show while it is on its way, and go
 * back when the server does not take it.
 */
export function useReplace(code: PdfCode): Replacing {
  const { t } = useTranslation(['pdf-codes', 'common'])
  const client = useQueryClient()
  const [state, setState] = useState(IDLE)
  const lastFile = useRef<File>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function replace(file: File) {
    if (running.current !== null) return
    const problem = await problemText(file)
    if (problem !== null) return setState({ ...IDLE, problem })
    lastFile.current = file
    const giveUp = new AbortController()
    running.current = giveUp
    const { fileName, fileSize, fileUpdatedAt } = code
    keepPdfCode(client, {
      ...code,
      fileName: file.name,
      fileSize: file.size,
      fileUpdatedAt: new Date().toISOString(),
    })
    setState({ ...IDLE, share: 0 })
    try {
      const stored = await patchPdfFile(code.id, file, {
        signal: giveUp.signal,
        onProgress: (share, attempt) => setState({ ...IDLE, share, attempt }),
      })
      keepPdfCode(client, stored)
      refreshUserCodes(client)
      void client.invalidateQueries({ queryKey: versionsQuery(code.id).queryKey })
      setState({ ...IDLE, isDone: true })
    } catch (error) {
      keepPdfCode(client, { ...code, fileName, fileSize, fileUpdatedAt })
      if (!giveUp.signal.aborted) setState({ ...IDLE, ...refusalOf(error) })
    } finally {
      running.current = null
    }
  }

  async function problemText(file: File): Promise<string | null> {
    try {
      const problem = await pdfProblem(file)
      return problem && t(`dynamic-codes.generator.${problem}`)
    } catch {
      return t('file-failed')
    }
  }

  function refusalOf(error: unknown): Partial<Sending> {
    const problem = error instanceof ApiError ? error.errors['pdfFile'] : undefined
    return problem === undefined ? { failure: updateFailure(error, t) } : { problem }
  }

  return {
    ...state,
    replace: (file) => void replace(file),
    retry: () => {
      if (lastFile.current) void replace(lastFile.current)
    },
  }
}
