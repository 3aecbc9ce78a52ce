import type { UserCode } from '@scanleaf/shared'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../lib/api/api-error'
import { withoutProtocol } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { thumbnailOf } from '../../lib/qr/thumbnail'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { PageHeader } from '../../ui/page/page-header'
import { EmptyState } from '../../ui/state/empty-state'
import { LoadError } from '../../ui/state/load-error'
import { codeQuery, rulesQuery } from './api'
import { RulesEditor } from './rules-editor'

export type RuledCode = Pick<
  UserCode,
  'id' | 'name' | 'codeContent' | 'codeRedirect' | 'contentType' | 'isDynamicCode' | 'qrImageUrl' | 'takedown'
>

/** /dynamic-codes/{id}/rules. @param Elsewhere in which other workspace the code is */
export function RulesPage({ Elsewhere }: { Elsewhere: ComponentType<{ codeId: string }> }) {
  const { t } = useTranslation('link-rules')
  const { id } = useParams({ from: '/protected/dynamic-codes/$id/rules' })
  const code = useQuery(codeQuery(id))
  const rules = useQuery(rulesQuery(id))
  const error = code.error ?? rules.error
  const isMissing = error instanceof ApiError && error.statusCode === 404
  if (code.data && rules.data && code.data.isDynamicCode)
    return <RulesEditor key={id} code={code.data} stored={rules.data} head={RulesHead} />
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

export interface RulesHeadProps {
  code: RuledCode | undefined
  /** The buttons. */
  children?: ReactNode
}

function RulesHead({ code, children }: RulesHeadProps) {
  const { t } = useTranslation('link-rules')
  const link = withoutProtocol(code?.codeRedirect ?? '')
  return (
    <PageHeader
      title={code?.name || (link ? bidiIsolate(link) : t('title'))}
      {...(link && { subtitle: `${bidiIsolate(link)} · ${t('printed')}` })}
      start={
        <>
          <Link to="/dynamic-codes" aria-label={t('back')}>
            <IconArrowLeft className="flip" size={20} stroke={1.7} aria-hidden />
          </Link>
          {code && <img src={thumbnailOf(code.qrImageUrl)} alt="" width={48} height={48} />}
        </>
      }
    >
      {children}
    </PageHeader>
  )
}
