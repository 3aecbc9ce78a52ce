import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../../ui/segmented-control/segmented-control'
import styles from './top-up-dialog.module.css'

/** A month at a time, or a year at the price of ten months (billing-spec §9). */
export function TermChoice({ isYear, onChange }: { isYear: boolean; onChange: (isYear: boolean) => void }) {
  const { t } = useTranslation('billing')
  return (
    <div>
      <SegmentedControl
        label={t('plan.term')}
        value={isYear ? 'year' : 'month'}
        onChange={(term) => onChange(term === 'year')}
        options={[
          { value: 'month', label: t('term.month') },
          { value: 'year', label: t('term.year') },
        ]}
      />
      <p className={`fine muted ${styles.saving}`}>{t('term.year-saves')}</p>
    </div>
  )
}
