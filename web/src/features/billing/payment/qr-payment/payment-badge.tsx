import type { Transaction } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../../ui/badge/badge'

const TONES = { success: 'good', pending: 'warning', failure: 'bad' } as const

/** The state of a payment; announced when it changes. */
export function PaymentBadge({ status }: { status: Transaction['status'] }) {
  const { t } = useTranslation('billing')
  return (
    <span role="status">
      <Badge tone={TONES[status]}>{t(`payment-status.${status}`)}</Badge>
    </span>
  )
}
