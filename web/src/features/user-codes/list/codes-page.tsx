import type { ProductId } from '@scanleaf/shared'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { Allowed } from '../../../lib/session/allowed'
import { buttonClass } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ListFooterPlaceholder, ListHeadPlaceholder } from '../../../ui/list/list-footer'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { useListState } from '../../../ui/list/use-list-state'
import { PageHeader } from '../../../ui/page/page-header'
import { ListKept, LoadError } from '../../../ui/state/load-error'
import { type UserCodesQueryParams, userCodesQuery } from '../api'
import type { CodesSlots } from '../slots'
import { CodeList } from './code-list'
import { CodesToolbar } from './codes-toolbar'
import { OpenCode } from './open-code'
import { type CodesSearch, NO_FILTER, useCodesSearch } from './use-codes-search'

const CreateManyLink = lazy(async () => ({ default: (await import('./create-many-link')).CreateManyLink }))
const EmptyList = lazy(async () => ({ default: (await import('./empty-list')).EmptyList }))
const DropFilters = lazy(async () => ({ default: (await import('./no-match')).DropFilters }))
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
  const { data, isLoadingOther, hasFailed, retry } = useListState(codes)
  const kind = productId === 'dynamic-code' ? 'dynamic' : 'static'
  const isBare = data?.meta.total === 0
  return (
    <>
      <PageHeader title={t(`${kind}.title`)} subtitle={t(`${kind}.subtitle`)}>
        {!(isBare && !search.isNarrowed) && <CodesToolbar productId={productId} search={search} />}
        <Allowed to="codes:write">
          <Suspense>
            <CreateManyLink kind={kind} />
          </Suspense>
          <CreateButton kind={kind}>{t(`${kind}.create`)}</CreateButton>
        </Allowed>
      </PageHeader>
      {!data && !hasFailed && (
        <Card isList>
          <ListHeadPlaceholder />
          <ListSkeleton />
          <ListFooterPlaceholder />
        </Card>
      )}
      {!data && hasFailed && (
        <Card>
          <LoadError title={t('load-error')} onRetry={retry} />
        </Card>
      )}
      {data && hasFailed && <ListKept onRetry={retry} />}
      {codes.error instanceof ApiError && codes.error.statusCode === 422 && (
        <Suspense>
          <DropFilters error={codes.error} search={search} />
        </Suspense>
      )}
      {data && !isBare && (
        <CodeList
          // Another page starts with nothing selected.
          key={search.page}
          productId={productId}
          asked={asked}
          data={data}
          isStale={isLoadingOther}
          search={search}
          slots={slots}
        />
      )}
      {isBare && (
        <Card aria-busy={isLoadingOther || undefined}>
          <Suspense fallback={<ListSkeleton />}>
            {search.isNarrowed ? (
              <NoMatch onClear={() => search.narrow(NO_FILTER)} />
            ) : (
              <EmptyList
                kind={kind}
                SetUp={slots.SetUp}
                action={
                  <Allowed to="codes:write">
                    <CreateButton kind={kind} size="lg">
                      {t('empty.create')}
                    </CreateButton>
                  </Allowed>
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
