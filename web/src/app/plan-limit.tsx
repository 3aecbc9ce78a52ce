import { lazy, Suspense } from 'react'
import { closePlanLimit, usePlanLimit } from '../lib/plan-limit'

const PlanLimitDialog = lazy(async () => ({
  default: (await import('../features/billing/plan-limit/plan-limit-dialog')).PlanLimitDialog,
}))

/** The dialog of a plan that is used up, wherever a code was to be created. */
export function PlanLimit() {
  const refusal = usePlanLimit()
  if (refusal === null) return null
  return (
    <Suspense>
      <PlanLimitDialog refusal={refusal} onClose={closePlanLimit} />
    </Suspense>
  )
}
