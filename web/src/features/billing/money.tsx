import { formatVnd } from '@scanleaf/shared'
import { useLanguage } from '../../lib/i18n/i18n'

/** An amount of VND, in the same order in every script. */
export function Money({ amount, className }: { amount: number; className?: string | undefined }) {
  return (
    <bdi dir="ltr" className={className} style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatVnd(amount, useLanguage())}
    </bdi>
  )
}
