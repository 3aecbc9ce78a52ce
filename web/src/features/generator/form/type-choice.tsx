import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../../ui/segmented-control/segmented-control'
import { type FormTab, type FormType, formTypesOf } from '../state/tabs'

export interface TypeChoiceProps {
  tab: FormTab
  value: FormType
  onChange: (value: FormType) => void
}

/** The content types of a tab that makes several, such as a Facebook page and an address that is shared on Facebook. */
export function TypeChoice({ tab, value, onChange }: TypeChoiceProps) {
  const { t } = useTranslation('content-types')
  const options = formTypesOf(tab).map((type) => ({ value: type, label: t(`kind.${type}`) }))
  if (options.length === 1) return null
  return <SegmentedControl label={t(`kinds.${tab}`)} options={options} value={value} onChange={onChange} />
}
