import { manualIdError } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import type { Draft } from './draft'
import { Field } from './field'
import styles from './manual-id-field.module.css'

export interface ManualIdFieldProps {
  draft: Draft
  error: string | undefined
  onChange: (change: Partial<Draft>) => void
}

/** The switch for an id of one's own, and the id behind the code host. */
export function ManualIdField({ draft, error, onChange }: ManualIdFieldProps) {
  const { t } = useTranslation('generator')
  const { codeHost } = useConfig()
  const isGood = error === undefined && manualIdError(draft.manualId) === null
  return (
    <div className={styles.manualId}>
      <label className={styles.line}>
        <span className={styles.label}>
          {t('manual-id.choose')} <span className={styles.optional}>· {t('optional')}</span>
        </span>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its state by itself
          role="switch"
          className={styles.switch}
          aria-label={t('manual-id.choose')}
          checked={draft.hasManualId}
          onChange={(event) => onChange({ hasManualId: event.currentTarget.checked })}
        />
      </label>
      {draft.hasManualId && (
        <Field
          label={t('manual-id')}
          isLabelHidden
          required
          name="manual-id"
          maxLength={32}
          start={<span className={styles.prefix}>{codeHost.replace(/^https?:\/\//, '')}/</span>}
          end={isGood && <IconCheck className={styles.good} size={18} stroke={1.7} aria-hidden />}
          value={draft.manualId}
          error={error}
          onChange={(event) => onChange({ manualId: event.currentTarget.value.trim() })}
        />
      )}
    </div>
  )
}
