import { lazy, Suspense } from 'react'
import { closePlanLimit, usePlanLimit } from '../lib/plan-limit'

const PlanLimitDialog = lazy(async () => ({
  default: (await import('../features/billing/plan-limit/plan-limit-dialog')).PlanLimitDialog,
}))

/** The dialog of a plan that is used up, wherever a code was to be created. */
export function PlanLimit() {
  const message = usePlanLimit()
  if (message === null) return null
  return (
    <Suspense>
      <PlanLimitDialog message={message} onClose={closePlanLimit} />
    </Suspense>
  )
}
