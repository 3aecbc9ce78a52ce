import type { SubscriptionStatus } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge/badge'

const TONES = { active: 'good', pending: 'warning', 'past-due': 'bad' } as const

export function StatusBadge({ status }: { status: SubscriptionStatus }) {
  const { t } = useTranslation('billing')
  return <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
}
