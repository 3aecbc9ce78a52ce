import { PAGE_VERSION_DAYS, type PageOfCode } from '@scanleaf/shared'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useConfirmed } from '../../../lib/api/confirmation'
import { formatDateTime } from '../../../lib/format/format'
import { Allowed } from '../../../lib/session/allowed'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { ErrorMessage } from '../../../ui/message/error-message'
import { LoadError } from '../../../ui/state/load-error'
import { restoreVersion, versionsQuery } from '../api'
import { differencesOf } from '../state/differences'
import styles from './editor.module.css'

/** Differences that a version shows; the rest is a number. */
const SHOWN_DIFFERENCES = 5

export interface VersionsDialogProps {
  page: PageOfCode
  onRestored: (page: PageOfCode) => void
  onClose: () => void
}

/** What visitors saw within thirty days, how it differs from what they see, and the way back to it. */
export function VersionsDialog({ page, onRestored, onClose }: VersionsDialogProps) {
  const { t } = useTranslation(['page-editor', 'common'])
  const confirmed = useConfirmed()
  const versions = useQuery(versionsQuery(page.id))
  const restore = useMutation({
    mutationFn: (versionId: string) => confirmed(() => restoreVersion(page.id, versionId)),
    onSuccess: onRestored,
  })
  const earlier = versions.data?.filter(({ replacedAt }) => replacedAt !== null)
  return (
    <Dialog title={t('versions')} onClose={onClose}>
      <p className="muted">{t('versions.text', { days: PAGE_VERSION_DAYS })}</p>
      {restore.error && <ErrorMessage text={messageOf(restore.error, t('common:unreadable-answer'))} />}
      {!earlier &&
        (versions.isError ? <LoadError onRetry={() => versions.refetch()} /> : <ListSkeleton rows={2} />)}
      {earlier?.length === 0 && <p>{t('versions.none')}</p>}
      <ul className={styles.versions}>
        {earlier?.map((version) => {
          const differences = page.published ? differencesOf(page.published, version.page) : []
          const more = differences.length - SHOWN_DIFFERENCES
          return (
            <li key={version.id}>
              <div className="row wrap gap-6">
                <b className="fill">{formatDateTime(version.publishedAt)}</b>
                <Allowed to="codes:write">
                  <Button
                    variant="default"
                    size="sm"
                    loading={restore.isPending && restore.variables === version.id}
                    leftSection={<IconRestore size={15} stroke={1.7} aria-hidden />}
                    onClick={() => restore.mutate(version.id)}
                  >
                    {t('versions.restore')}
                  </Button>
                </Allowed>
              </div>
              <ul className="small muted">
                {differences.slice(0, SHOWN_DIFFERENCES).map(({ name, now, before }) => (
                  <li key={`${name} ${now} ${before}`} dir="auto">
                    {name}: <s>{now ?? '—'}</s> {before ?? '—'}
                  </li>
                ))}
                {more > 0 && <li>{t('versions.more', { number: more })}</li>}
              </ul>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
