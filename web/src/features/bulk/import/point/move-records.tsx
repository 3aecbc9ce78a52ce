import type { CheckedImport, MoveRecord } from '@scanleaf/shared'
import { formatNumber } from '@scanleaf/shared'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/i18n/i18n'
import { Badge } from '../../../../ui/badge/badge'
import { CopyButton } from '../../../../ui/button/copy-button'
import styles from './point.module.css'

const TONES: Record<MoveRecord['state'], 'good' | 'warning' | 'bad'> = {
  right: 'good',
  other: 'warning',
  missing: 'warning',
  unanswered: 'bad',
}

type Current = NonNullable<CheckedImport['plan']>['current']

/** Records to set, each with what the DNS says of it now. */
export function MoveRecords({
  records,
  current = [],
}: {
  records: readonly MoveRecord[]
  current?: Current
}) {
  const { t } = useTranslation('bulk')
  const language = useLanguage()
  if (records.length === 0) return null
  return (
    <>
      {records.map(({ type, name, value, ttl, state, found }) => (
        <dl key={type} className={styles.record}>
          <Entry label={t('import.record.type')}>
            <bdi dir="ltr">{type}</bdi>
            <Badge tone={TONES[state]}>{t(`import.record.${state}`)}</Badge>
          </Entry>
          <Entry label={t('import.record.name')} copied={name}>
            <bdi dir="ltr">{name}</bdi>
          </Entry>
          <Entry label={t('import.record.value')} copied={value}>
            <bdi dir="ltr">{value}</bdi>
          </Entry>
          <Entry label={t('import.record.ttl')} copied={String(ttl)}>
            <bdi dir="ltr">{formatNumber(ttl, language)}</bdi>
          </Entry>
          {state === 'other' && found.length > 0 && (
            <Entry label={t('import.record.found')}>
              <bdi dir="ltr">{found.join(', ')}</bdi>
            </Entry>
          )}
        </dl>
      ))}
      {current.length > 0 && (
        <p className={styles.current}>
          {t('import.record.current')}{' '}
          {current.map(({ type, value }) => (
            <bdi key={`${type} ${value}`} dir="ltr">
              {type} {value}
            </bdi>
          ))}
        </p>
      )}
    </>
  )
}

interface EntryProps {
  label: string
  /** What its button copies; without it there is none. */
  copied?: string
  children: ReactNode
}

const Entry = ({ label, copied, children }: EntryProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {copied !== undefined && <CopyButton value={copied} size={32} />}
    </dd>
  </div>
)
