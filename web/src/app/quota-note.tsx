import type { AddonCode } from '@scanleaf/shared'
import { lazy, Suspense } from 'react'
import { useConfig } from '../lib/config'
import { useSession } from '../lib/session/session'

const Note = lazy(async () => ({
  default: (await import('../features/billing/plan-limit/quota-note')).QuotaNote,
}))

/** The used share of a quota, where there are quotas and somebody to have them. */
export function QuotaNote({ addon }: { addon: AddonCode }) {
  const { billing } = useConfig()
  const session = useSession()
  if (!billing || !session) return null
  return (
    <Suspense>
      <Note addon={addon} />
    </Suspense>
  )
}
