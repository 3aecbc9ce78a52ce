import { type AccountExport, EXPORTS_PER_DAY, formatSize } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useConfig } from '../../../lib/config'
import { formatDate } from '../../../lib/format/format'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { ProgressBar } from '../../../ui/progress/progress-bar'
import { LoadError } from '../../../ui/state/load-error'
import { showToast } from '../../../ui/toast/toasts'
import profileStyles from '../profile/profile-page.module.css'
import { exportsQuery, type FurtherWorkspace, useDownloadExport, useRequestExport } from './api'
import styles from './leaving.module.css'

const onError = (error: Error) => showToast({ kind: 'error', title: messageOf(error, '') })

/** Everything of the account in one file, or of a further workspace. */
export function ExportCard({ workspace = null }: { workspace?: FurtherWorkspace | null }) {
  const { t } = useTranslation('leaving')
  const { data, isError, refetch } = useQuery(exportsQuery(workspace))
  const request = useRequestExport(workspace)
  const newest = data?.exports[0]
  return (
    <Card isPadded aria-labelledby="export">
      <div className="stack gap-8">
        <div>
          <h2 id="export">{workspace ? t('workspace.export') : t('export')}</h2>
          <p className={`muted ${profileStyles.text}`}>
            {t(workspace ? 'workspace.export-text' : 'export.text', { max: EXPORTS_PER_DAY })}
          </p>
        </div>
        {!data && (isError ? <LoadError onRetry={() => refetch()} /> : <ListSkeleton rows={1} />)}
        {newest && <ExportState item={newest} workspace={workspace} />}
        {data?.mayRequest && (
          <div className="wrap gap-4">
            <Button
              variant="light"
              loading={request.isPending}
              onClick={() => request.mutate(undefined, { onError })}
            >
              {t('export.request')}
            </Button>
          </div>
        )}
        {data?.leftToday === 0 && <p className="small muted">{t('export.today')}</p>}
      </div>
    </Card>
  )
}

/** How far the file is, or where it can be had. */
function ExportState({ item, workspace }: { item: AccountExport; workspace: FurtherWorkspace | null }) {
  const { t } = useTranslation('leaving')
  const language = useLanguage()
  const { sendsMail } = useConfig()
  const download = useDownloadExport(workspace)
  const { id, status, partsDone, parts, bytes, expiresAt } = item
  const size = bidiIsolate(formatSize(bytes, language))
  if (status === 'failed') return <p role="status">{t('export.failed')}</p>
  if (status === 'ready')
    return (
      <div className={`row wrap ${styles.ready}`} role="status">
        <p>{t('export.ready', { size, day: formatDate(expiresAt ?? '') })}</p>
        <Button
          variant="filled"
          loading={download.isPending}
          onClick={() => download.mutate(id, { onError })}
        >
          {t('export.download')}
        </Button>
      </div>
    )
  return (
    <div className={`gap-4 ${styles.progress}`} role="status">
      <p>
        {status === 'waiting' ? t('export.waiting') : t('export.running', { done: partsDone, parts, size })}{' '}
        {sendsMail && t('export.mail')}
      </p>
      <ProgressBar
        aria-label={t('export')}
        max={Math.max(parts, 1)}
        value={status === 'waiting' ? 0 : partsDone}
      />
    </div>
  )
}
