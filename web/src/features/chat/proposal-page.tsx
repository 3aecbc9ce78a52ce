import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../lib/api/api-error'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { ErrorMessage } from '../../ui/message/error-message'
import { InfoMessage } from '../../ui/message/info-message'
import { PageHeader } from '../../ui/page/page-header'
import { LoadError } from '../../ui/state/load-error'
import { ActionCard } from './action-card'
import { decideProposal, proposalQuery } from './api'
import styles from './proposal-page.module.css'

/** /proposals/{id}: what another program proposes. @param Elsewhere in which other workspace it is */
export function ProposalPage({ Elsewhere }: { Elsewhere: ComponentType<{ proposalId: string }> }) {
  const { t } = useTranslation('chat')
  const { id } = useParams({ from: '/protected/proposals/$id' })
  const { data, error, refetch, isPending } = useQuery(proposalQuery(id))
  useDocumentTitle(t('proposal.title'))
  const isMissing = error instanceof ApiError && error.statusCode === 404
  return (
    <div className={styles.page}>
      <PageHeader title={t('proposal.title')} />
      {isPending && (
        <Card>
          <ListSkeleton rows={3} />
        </Card>
      )}
      {isMissing && (
        <>
          <InfoMessage>{t('proposal.missing')}</InfoMessage>
          <Suspense>
            <Elsewhere proposalId={id} />
          </Suspense>
        </>
      )}
      {error instanceof ApiError && !isMissing && <ErrorMessage text={messageOf(error, error.message)} />}
      {error && !(error instanceof ApiError) && <LoadError onRetry={() => refetch()} />}
      {data && (
        <>
          <p>{t('proposal.by', { program: bidiIsolate(data.program) })}</p>
          <ActionCard action={data} decide={(decision) => decideProposal(id, decision)} />
        </>
      )}
    </div>
  )
}
