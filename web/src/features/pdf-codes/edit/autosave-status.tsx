import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../lib/format/format'
import { Button } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import { updateFailure } from '../failure-messages'
import styles from '../pdf-tab.module.css'
import type { AutosaveState } from './details-autosave'

export interface SaveStateProps {
  state: AutosaveState
  onRetry: () => void
}

/** Whether the fields are saved, beside them. */
export function AutosaveStatus({ state, onRetry }: SaveStateProps) {
  const { t } = useTranslation(['pdf-codes', 'common'])
  const { online } = useNetwork()
  if (state.name === 'failed' && online) {
    return (
      <div className={`row wrap gap-4 ${styles.failed}`}>
        <ErrorMessage text={updateFailure(state.error, t)} />
        <Button variant="default" size="sm" onClick={onRetry}>
          {t('common:retry')}
        </Button>
      </div>
    )
  }
  return (
    <p
      role="status"
      className={`fine muted ${styles.note}`}
      data-saved={(online && state.name === 'saved') || undefined}
    >
      {!online && t('offline')}
      {online && state.name === 'idle' && t('auto-save.now')}
      {online && state.name === 'waiting' && t('unsaved')}
      {online && state.name === 'sending' && t('saving')}
      {online && state.name === 'saved' && t('saved-at', { time: formatTime(state.at) })}
    </p>
  )
}
