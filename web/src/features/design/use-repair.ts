import type { QrDesign } from '@scanleaf/qr'
import type { RepairStep } from '@scanleaf/qr/scan-check'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { repairScan } from '../../lib/qr/scan/client'
import { showToast } from '../../ui/toast/toasts'
import type { DesignState } from './use-design'

export interface Repairing {
  isPending: boolean
  /** The changes of the last repair; empty after any other change. */
  steps: readonly RepairStep[]
  start: () => void
}

/** A repaired design in stored form: a logo has shrunk, or is removed. */
function keptOf(before: DesignState, { logo, frameLines: _, ...settings }: QrDesign): DesignState {
  return {
    settings,
    logo: logo ? { ...before.logo, share: logo.share } : { ...before.logo, link: '', text: '' },
  }
}

/** Finds the nearest design that passes and puts it in place of the present one. */
export function useRepair(
  text: string,
  design: QrDesign,
  state: DesignState,
  onRepaired: (state: DesignState) => void,
): Repairing {
  const { t } = useTranslation('design')
  const [isPending, setIsPending] = useState(false)
  const [done, setDone] = useState<{ state: DesignState; steps: readonly RepairStep[] } | null>(null)
  const running = useRef<{ of: DesignState; giveUp: AbortController }>(null)
  // A design that was changed meanwhile is not overwritten.
  useEffect(
    () => () => {
      if (running.current?.of === state) running.current.giveUp.abort()
    },
    [state],
  )

  async function start() {
    const giveUp = new AbortController()
    running.current = { of: state, giveUp }
    setIsPending(true)
    try {
      const { design: repaired, steps } = await repairScan({ text, design }, giveUp.signal)
      const next = keptOf(state, repaired)
      setDone({ state: next, steps })
      running.current = null
      onRepaired(next)
    } catch {
      if (!giveUp.signal.aborted) showToast({ kind: 'error', title: t('repair.failed') })
    } finally {
      setIsPending(false)
    }
  }

  return { isPending, steps: done?.state === state ? done.steps : [], start: () => void start() }
}
