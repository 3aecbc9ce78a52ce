import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../lib/api/api-error'
import { buttonClass } from '../../../ui/button/button'
import { EmptyState } from '../../../ui/state/empty-state'
import { LoadError } from '../../../ui/state/load-error'
import { pageQuery } from '../api'
import type { PageSlots } from '../slots'
import { Editor } from './editor'

/** /dynamic-codes/{id}/page: the page of a code, or that it has none. */
export function PageEditor({ slots }: { slots: PageSlots }) {
  const { t } = useTranslation(['page-editor', 'common'])
  const { id } = useParams({ from: '/protected/dynamic-codes/$id/page' })
  const page = useQuery(pageQuery(id))
  if (page.data) return <Editor key={page.data.id} saved={page.data} slots={slots} />
  if (page.error instanceof ApiError && page.error.statusCode === 404)
    return (
      <EmptyState
        title={t('none.title')}
        text={t('none.text')}
        action={
          <Link to="/dynamic-codes/new-page" search={{ code: id }} className={buttonClass()}>
            {t('make')}
          </Link>
        }
      />
    )
  if (page.isError) return <LoadError text={messageOf(page.error, '')} onRetry={() => page.refetch()} />
  return <p role="status" aria-label={t('common:loading')} />
}
