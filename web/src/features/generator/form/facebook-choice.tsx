import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../../ui/segmented-control/segmented-control'
import type { FacebookType } from '../state/tabs'

export interface FacebookChoiceProps {
  value: FacebookType
  onChange: (value: FacebookType) => void
}

/** A Facebook page itself, or an address that is shared on Facebook. */
export function FacebookChoice({ value, onChange }: FacebookChoiceProps) {
  const { t } = useTranslation('generator')
  const options = [
    { value: 'Facebook Url', label: t('facebook.url') },
    { value: 'Facebook share', label: t('facebook.share') },
  ] as const
  return <SegmentedControl label={t('facebook.kind')} options={options} value={value} onChange={onChange} />
}
