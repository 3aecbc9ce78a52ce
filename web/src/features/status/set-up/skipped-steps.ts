import { SET_UP_STEPS, type SetUpStep } from '@scanleaf/shared'
import { useState } from 'react'

const ITEM = 'set-up-skipped'

/** Steps that an administrator does without, in this browser; what cannot be read is none. */
function remembered(): SetUpStep[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(ITEM) ?? '[]')
    return Array.isArray(kept) ? SET_UP_STEPS.filter((step) => kept.includes(step)) : []
  } catch {
    return []
  }
}

export function useSkippedSteps(): { skipped: readonly SetUpStep[]; skip: (step: SetUpStep) => void } {
  const [skipped, setSkipped] = useState(remembered)
  function skip(step: SetUpStep) {
    const next = [...skipped, step]
    localStorage.setItem(ITEM, JSON.stringify(next))
    setSkipped(next)
  }
  return { skipped, skip }
}
