import { TableError } from '@scanleaf/shared/tables'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../../../lib/i18n/i18n'
import { readInWorker } from '../../reading/client'
import type { ReadTable } from '../../state/draft'

export type Reading =
  | { state: 'idle' }
  | { state: 'reading'; fileName: string }
  | { state: 'failed'; fileName: string; error: TableError }

/** Reads one table after another; the newest one wins, and none continues when the screen is left. */
export function useReading(onRead: (table: ReadTable) => void) {
  const [reading, setReading] = useState<Reading>({ state: 'idle' })
  const language = useLanguage()
  const latest = useRef<AbortController>(null)
  useEffect(() => () => latest.current?.abort(), [])

  async function read(source: File | string) {
    latest.current?.abort()
    const aborter = new AbortController()
    latest.current = aborter
    const fileName = typeof source === 'string' ? '' : source.name
    setReading({ state: 'reading', fileName })
    try {
      const sheets = await readInWorker(source, language, aborter.signal)
      onRead({
        fileName,
        sheets,
        sheet: Math.max(
          0,
          sheets.findIndex(({ problem }) => !problem),
        ),
      })
      setReading({ state: 'idle' })
    } catch (error) {
      if (aborter.signal.aborted) return
      const failure = error instanceof TableError ? error : new TableError('broken')
      setReading({ state: 'failed', fileName, error: failure })
    }
  }

  function forget() {
    latest.current?.abort()
    setReading({ state: 'idle' })
  }

  return { reading, read, forget }
}
