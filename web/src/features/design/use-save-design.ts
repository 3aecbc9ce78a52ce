import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../lib/api/api-error'
import type { DesignDialogProps } from '../../lib/qr/design-dialog'
import { loadDesign } from '../../lib/qr/drawable-design'
import { checkScan } from '../../lib/qr/scan/client'
import type { ScanCheckState } from '../../lib/qr/scan/use-scan-check'
import { chosenLogo, type DesignState } from './use-design'

export interface Saving {
  isPending: boolean
  failure: string | null
  /** The design does not pass: a person has to confirm it. */
  asksAnyway: boolean
  start: () => void
  saveAnyway: () => void
  closeAnyway: () => void
}

/** Saves a design that the scan check passes; one that it does not pass after an explicit word. */
export function useSaveDesign(
  { payload, labels, onSave, onClose }: DesignDialogProps,
  state: DesignState,
  verdict: ScanCheckState,
): Saving {
  const { t } = useTranslation('design')
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [asksAnyway, setAsksAnyway] = useState(false)

  async function passes(): Promise<boolean> {
    if (verdict.state === 'failed') return true
    const design = await loadDesign(state.settings, chosenLogo(state), labels)
    return (await checkScan({ text: payload, design })).passes
  }

  async function save(anyway: boolean) {
    setIsPending(true)
    setFailure(null)
    try {
      // Where the check itself fails, the server decides.
      if (!anyway && !(await passes().catch(() => true))) {
        setAsksAnyway(true)
        return
      }
      await onSave(state.settings, chosenLogo(state), anyway)
      onClose()
    } catch (error) {
      if (!anyway && error instanceof ApiError && error.code === 'DesignNotScannable') setAsksAnyway(true)
      else {
        setAsksAnyway(false)
        setFailure(messageOf(error, t('save-failed')))
      }
    } finally {
      setIsPending(false)
    }
  }

  return {
    isPending,
    failure,
    asksAnyway,
    start: () => void save(false),
    saveAnyway: () => void save(true),
    closeAnyway: () => setAsksAnyway(false),
  }
}
