import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../lib/api/api-error'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { EmptyState } from '../../ui/state/empty-state'
import { LoadError } from '../../ui/state/load-error'
import { codeQuery, rulesQuery } from './api'
import { RulesEditor } from './rules-editor'
import { RulesHead } from './rules-head'

/** /dynamic-codes/{id}/rules. @param Elsewhere in which other workspace the code is */
export function RulesPage({ Elsewhere }: { Elsewhere: ComponentType<{ codeId: string }> }) {
  const { t } = useTranslation('link-rules')
  const { id } = useParams({ from: '/protected/dynamic-codes/$id/rules' })
  const code = useQuery(codeQuery(id))
  const rules = useQuery(rulesQuery(id))
  const error = code.error ?? rules.error
  const isMissing = error instanceof ApiError && error.statusCode === 404
  if (code.data && rules.data && code.data.isDynamicCode)
    return <RulesEditor key={id} code={code.data} stored={rules.data} />
  return (
    <>
      <RulesHead code={code.data} />
      {isMissing && (
        <Suspense>
          <Elsewhere codeId={id} />
        </Suspense>
      )}
      <Card isPadded>
        {code.data && !code.data.isDynamicCode ? (
          <EmptyState title={t('static')} />
        ) : error ? (
          <LoadError
            text={messageOf(error, '')}
            onRetry={() => Promise.all([code.refetch(), rules.refetch()])}
          />
        ) : (
          <ListSkeleton rows={3} />
        )}
      </Card>
    </>
  )
}
