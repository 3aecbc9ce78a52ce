import { manualIdError } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import type { Draft } from './draft'
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
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error !== undefined) input.current?.focus()
  }, [error])
  return (
    <div>
      <label className={styles.line}>
        <span className={styles.label}>
          {t('manual-id.choose')} <span className={styles.optional}>· {t('optional')}</span>
        </span>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          aria-label={t('manual-id.choose')}
          checked={draft.hasManualId}
          onChange={(event) => onChange({ hasManualId: event.currentTarget.checked })}
        />
      </label>
      {draft.hasManualId && (
        <>
          <div className={styles.field} dir="ltr" data-error={error !== undefined || undefined}>
            <span className={styles.prefix} id={`${id}-prefix`}>
              {codeHost.replace(/^https?:\/\//, '')}/
            </span>
            <input
              ref={input}
              className={styles.input}
              name="manual-id"
              aria-label={t('manual-id')}
              aria-describedby={error === undefined ? `${id}-prefix` : `${id}-prefix ${id}-error`}
              aria-invalid={error !== undefined}
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={32}
              value={draft.manualId}
              onChange={(event) => onChange({ manualId: event.currentTarget.value.trim() })}
            />
            {error === undefined && manualIdError(draft.manualId) === null && (
              <IconCheck className={styles.good} size={18} stroke={1.7} aria-hidden />
            )}
          </div>
          {error !== undefined && (
            <p className={styles.error} id={`${id}-error`} role="alert">
              {error}
            </p>
          )}
        </>
      )}
    </div>
  )
}
