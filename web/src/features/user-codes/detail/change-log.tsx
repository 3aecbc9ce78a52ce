import { formatList, type UserCodeChange } from '@scanleaf/shared'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { formatDateTime } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Allowed } from '../../../lib/session/allowed'
import { Button } from '../../../ui/button/button'
import { Disclosure } from '../../../ui/disclosure/disclosure'
import lines from '../../../ui/list/lines.module.css'
import { LoadError } from '../../../ui/state/load-error'
import { showToast } from '../../../ui/toast/toasts'
import { changesQuery, useRevertChange } from '../api'
import styles from './change-log.module.css'
import { RulesChange } from './rules-change'

/** The change history, with restore; fetched when it is opened. */
export function ChangeLog({ codeId }: { codeId: string }) {
  const { t } = useTranslation('user-codes')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Disclosure look="row" title={t('changes')} isOpen={isOpen} onToggle={setIsOpen} className={styles.log}>
      {isOpen && <Changes codeId={codeId} />}
    </Disclosure>
  )
}

function Changes({ codeId }: { codeId: string }) {
  const { t } = useTranslation(['user-codes', 'common'])
  const changes = useQuery(changesQuery(codeId))
  const reversion = useRevertChange(codeId)
  if (changes.isPending) return <p className={`small muted ${styles.none}`}>{t('common:loading')}</p>
  if (!changes.data) return <LoadError onRetry={() => changes.refetch()} />
  if (changes.data.length === 0) return <p className={`small muted ${styles.none}`}>{t('changes.none')}</p>

  const revert = (change: UserCodeChange) =>
    reversion.mutate(change.id, {
      onSuccess: () => showToast({ kind: 'success', title: t('changes.reverted') }),
      onError: (error) => showToast({ kind: 'error', title: messageOf(error, t('edit.failed')) }),
    })

  return (
    <ol className={`${lines.log} ${styles.changes}`}>
      {changes.data.map((change) => (
        <li key={change.id}>
          <div className={`fill ${styles.what}`}>
            <b>{nameOf(t, change)}</b>
            <ChangedValues change={change} />
            <p className={`muted ${styles.who}`}>
              <bdi dir="ltr">{formatDateTime(change.at)}</bdi> · <bdi dir="ltr">{change.by}</bdi>
            </p>
          </div>
          <Allowed to="codes:write">
            <Button
              variant="default"
              size="sm"
              disabled={reversion.isPending}
              aria-label={t('changes.revert-of', {
                field: t(`changed.${change.field}`),
                time: formatDateTime(change.at),
              })}
              onClick={() => revert(change)}
            >
              {t('changes.revert')}
            </Button>
          </Allowed>
        </li>
      ))}
    </ol>
  )
}

/** A link came or went; of anything else what changed. */
function nameOf(t: TFunction<['user-codes', 'common']>, { field, from }: UserCodeChange): string {
  if (field !== 'path') return t(`changed.${field}`)
  return t(from === '' ? 'paths.added' : 'paths.removed')
}

/** Before and after, in words; of a design only that it changed, as it is no reading matter. */
function ChangedValues({ change }: { change: UserCodeChange }) {
  const { t } = useTranslation('user-codes')
  const language = useLanguage()
  if (change.field === 'qrCustomSettings' || change.field === 'logo') return null
  if (change.field === 'rules') return <RulesChange change={change} />

  if (change.field === 'path')
    return (
      <p className={`row wrap ${styles.values}`}>
        <bdi dir="ltr">{change.from || change.to}</bdi>
      </p>
    )

  function wordsFor(value: string): string {
    if (change.field === 'enabled') return t(value === 'true' ? 'active' : 'paused')
    if (change.field === 'tags') return formatList(tagsIn(value), language) || t('detail.tags-empty')
    return value || t('changes.empty')
  }

  return (
    <p className={`row wrap ${styles.values}`}>
      <bdi>{wordsFor(change.from)}</bdi>
      <IconArrowRight className="flip" size={14} stroke={1.7} role="img" aria-label={t('changes.to')} />
      <bdi>{wordsFor(change.to)}</bdi>
    </p>
  )
}

function tagsIn(json: string): string[] {
  try {
    const tags: unknown = JSON.parse(json)
    return Array.isArray(tags) ? tags.map(String) : []
  } catch {
    return []
  }
}
