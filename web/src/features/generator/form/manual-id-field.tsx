import { cleanLine } from '@scanleaf/qr'
import { manualIdError } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useTranslation } from 'react-i18next'
import { useLinkBase } from '../../../lib/link-base'
import { Switch } from '../../../ui/switch/switch'
import type { Draft } from '../state/draft'
import { DraftField } from './field'
import styles from './manual-id-field.module.css'

export interface ManualIdFieldProps {
  draft: Draft
  error: string | undefined
  onChange: (change: Partial<Draft>) => void
  onLeave: (field: string) => void
}

/** The switch for an id of one's own, and the id behind the base of links. */
export function ManualIdField({ draft, error, onChange, onLeave }: ManualIdFieldProps) {
  const { t } = useTranslation('generator')
  const linkBase = useLinkBase()
  const isGood = error === undefined && manualIdError(draft.manualId) === null
  return (
    <div className={`stack gap-3 ${styles.manualId}`}>
      <Switch
        label={t('manual-id.choose')}
        hint={t('optional')}
        isOn={draft.hasManualId}
        onChange={(hasManualId) => onChange({ hasManualId })}
      />
      {draft.hasManualId && (
        <DraftField
          label={t('manual-id')}
          isLabelHidden
          required
          dir="ltr"
          name="manualId"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          start={
            <span className={`row muted ${styles.prefix}`}>{linkBase.replace(/^https?:\/\//, '')}/</span>
          }
          end={isGood && <IconCheck className={styles.good} size={18} stroke={1.7} aria-hidden />}
          value={draft.manualId}
          error={error}
          onChange={(event) => onChange({ manualId: cleanLine(event.currentTarget.value) })}
          onBlur={() => onLeave('manualId')}
        />
      )}
    </div>
  )
}
