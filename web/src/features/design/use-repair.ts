import type { QrDesign } from '@scanleaf/qr'
import type { RepairStep } from '@scanleaf/qr/scan-check'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { repairScan } from '../../lib/qr/scan/client'
import { showToast } from '../../ui/toasts'
import type { DesignState } from './use-design'

export interface Repairing {
  isPending: boolean
  /** What the last repair changed; empty when something else was changed since. */
  steps: readonly RepairStep[]
  start: () => void
}

/** What is kept of a repaired design: a logo has one size, so one that would have to shrink is left out. */
function keptOf(before: DesignState, design: QrDesign, repaired: QrDesign): DesignState {
  const { logo, ...settings } = repaired
  const keepsLogo = logo !== undefined && logo.share === design.logo?.share
  return { settings, logo: keepsLogo ? before.logo : { ...before.logo, link: '', text: '' } }
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
  const running = useRef<AbortController>(null)
  // A design that was changed meanwhile is not overwritten.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of the state is what matters
  useEffect(() => () => running.current?.abort(), [state])

  async function start() {
    const giveUp = new AbortController()
    running.current = giveUp
    setIsPending(true)
    try {
      const { design: repaired, steps } = await repairScan({ text, design }, giveUp.signal)
      const next = keptOf(state, design, repaired)
      const hasLogo = design.logo !== undefined && next.logo === state.logo
      setDone({ state: next, steps: hasLogo ? steps : withoutShrinking(steps, design) })
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

function withoutShrinking(steps: readonly RepairStep[], { logo }: QrDesign): readonly RepairStep[] {
  if (!logo) return steps
  const others = steps.filter((step) => step !== 'shrink-logo' && step !== 'remove-logo')
  return [...others, 'remove-logo']
}
