import type { ProductId } from '@scanleaf/shared'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeferredData } from '../../../lib/use-deferred-data'
import { buttonClass } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ListFooterPlaceholder } from '../../../ui/list/list-footer'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { PageHeader } from '../../../ui/page/page-header'
import { LoadError } from '../../../ui/state/load-error'
import { type UserCodesQueryParams, userCodesQuery } from '../api'
import type { CodesSlots } from '../slots'
import { CodeList } from './code-list'
import styles from './codes-page.module.css'
import { CodesToolbar } from './codes-toolbar'
import { OpenCode } from './open-code'
import { type CodesSearch, NO_FILTER, useCodesSearch } from './use-codes-search'

const CreateManyLink = lazy(async () => ({ default: (await import('./create-many-link')).CreateManyLink }))
const EmptyList = lazy(async () => ({ default: (await import('./empty-list')).EmptyList }))
const NoMatch = lazy(async () => ({ default: (await import('./no-match')).NoMatch }))

export interface CodesPageProps {
  productId: ProductId
  slots?: CodesSlots
}

/** The list of the dynamic or of the static codes (spec §2). */
export function CodesPage({ productId, slots = {} }: CodesPageProps) {
  const { t } = useTranslation('user-codes')
  const search = useCodesSearch()
  const asked = askedOf(productId, search)
  const codes = useQuery({ ...userCodesQuery(asked), placeholderData: keepPreviousData })
  const data = useDeferredData(codes.data)
  const kind = productId === 'dynamic-code' ? 'dynamic' : 'static'
  const isBare = data?.meta.total === 0
  return (
    <>
      <PageHeader title={t(`${kind}.title`)} subtitle={t(`${kind}.subtitle`)}>
        {!(isBare && !search.isNarrowed) && <CodesToolbar productId={productId} search={search} />}
        <Suspense>
          <CreateManyLink kind={kind} />
        </Suspense>
        <CreateButton kind={kind}>{t(`${kind}.create`)}</CreateButton>
      </PageHeader>
      {!data && !codes.isError && (
        <Card isList>
          <div className={styles.headPlace} />
          <ListSkeleton />
          <ListFooterPlaceholder />
        </Card>
      )}
      {codes.isError && !codes.data && (
        <Card>
          <LoadError title={t('load-error')} onRetry={() => codes.refetch()} />
        </Card>
      )}
      {data && !isBare && (
        <CodeList
          // Another page starts with nothing selected.
          key={search.page}
          productId={productId}
          asked={asked}
          data={data}
          isStale={codes.isPlaceholderData}
          search={search}
          slots={slots}
        />
      )}
      {isBare && (
        <Card aria-busy={codes.isPlaceholderData || undefined}>
          <Suspense fallback={<ListSkeleton />}>
            {search.isNarrowed ? (
              <NoMatch onClear={() => search.narrow(NO_FILTER)} />
            ) : (
              <EmptyList
                kind={kind}
                action={
                  <CreateButton kind={kind} size="lg">
                    {t('empty.create')}
                  </CreateButton>
                }
              />
            )}
          </Suspense>
          <OpenCode search={search} isEditing={false} slots={slots} />
        </Card>
      )}
    </>
  )
}

/** The server query of the URL; empty filters are left out. */
function askedOf(
  productId: ProductId,
  { page, limit, q, contentType, tag, batch, state, sort }: CodesSearch,
): UserCodesQueryParams {
  return {
    productId,
    page,
    limit,
    ...(q !== '' && { q }),
    ...(contentType !== '' && { contentType }),
    ...(tag !== '' && { tag }),
    ...(batch !== '' && { batch }),
    ...(state !== '' && { state }),
    ...(sort !== '' && { sort }),
  }
}

interface CreateButtonProps {
  kind: 'dynamic' | 'static'
  size?: 'md' | 'lg'
  children: string
}

const CREATE_PATHS = {
  dynamic: '/dynamic-codes/choose-qrcode-type',
  static: '/static-codes/generator',
} as const

function CreateButton({ kind, size = 'md', children }: CreateButtonProps) {
  return (
    <Link to={CREATE_PATHS[kind]} className={buttonClass({ size })}>
      <IconPlus size={18} stroke={1.7} aria-hidden />
      {children}
    </Link>
  )
}
