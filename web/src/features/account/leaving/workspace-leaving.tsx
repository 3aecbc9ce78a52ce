import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { formatDate } from '../../../lib/format/format'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { LoadError } from '../../../ui/state/load-error'
import { showToast } from '../../../ui/toast/toasts'
import profileStyles from '../profile/profile-page.module.css'
import { type FurtherWorkspace, useDeleteWorkspace, useKeepWorkspace, workspaceDeletionQuery } from './api'
import { DeletionForm, fatesOf } from './deletion-card'
import { ExportCard } from './export-card'

/** What the owner of a further workspace can take along, and its end. */
export function WorkspaceLeaving({ workspace }: { workspace: FurtherWorkspace }) {
  return (
    <>
      <ExportCard workspace={workspace} />
      <WorkspaceDeletionCard workspace={workspace} />
    </>
  )
}

function WorkspaceDeletionCard({ workspace }: { workspace: FurtherWorkspace }) {
  const { t } = useTranslation('leaving')
  const { data, isError, error, refetch } = useQuery(workspaceDeletionQuery(workspace))
  const deletion = useDeleteWorkspace(workspace)
  const keep = useKeepWorkspace(workspace)
  const planned = data?.planned
  return (
    <Card isPadded aria-labelledby="deletion">
      <div className="stack gap-8">
        <div>
          <h2 id="deletion">{t('workspace.delete')}</h2>
          <p className={`muted ${profileStyles.text}`}>{t('workspace.delete-text')}</p>
        </div>
        {!data && !isError && <ListSkeleton rows={4} />}
        {isError && !data && <LoadError text={error.message} onRetry={refetch} />}
        {data && planned && (
          <>
            <p>
              {t('workspace.planned', {
                workspace: bidiIsolate(workspace.name),
                day: formatDate(planned.at),
              })}{' '}
              {fatesOf(t, data, planned).join(' ')}
            </p>
            <div className="wrap gap-4">
              <Button
                variant="filled"
                loading={keep.isPending}
                onClick={() =>
                  keep.mutate(undefined, {
                    onSuccess: () => showToast({ kind: 'success', title: t('workspace.kept') }),
                    onError: (failure) => showToast({ kind: 'error', title: messageOf(failure, '') }),
                  })
                }
              >
                {t('workspace.keep')}
              </Button>
            </div>
          </>
        )}
        {data && !planned && <DeletionForm preview={data} deletion={deletion} workspace={workspace} />}
      </div>
    </Card>
  )
}
