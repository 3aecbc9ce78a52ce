import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permissions } from '../../../lib/session/permissions'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { DropUnknown } from '../../../ui/list/drop-unknown'
import { ListFooter } from '../../../ui/list/list-footer'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { useListState } from '../../../ui/list/use-list-state'
import { useSelection } from '../../../ui/list/use-selection'
import { EmptyState } from '../../../ui/state/empty-state'
import { ListKept, LoadError } from '../../../ui/state/load-error'
import { listQuery } from '../api'
import styles from '../catalogue.module.css'
import { CATALOGUE_RESOURCES, type Items } from '../resources'
import type { CatalogueView } from '../search'
import { type Place, useListSearch } from '../use-list-search'
import { type DataColumn, DataTable, type RowAction } from './data-table'
import { SeekField } from './search-field'

const DeleteItems = lazy(async () => ({ default: (await import('./delete-items-dialog')).DeleteItems }))

export interface DataListProps<View extends CatalogueView> {
  view: View
  may: Permissions
  columns: readonly DataColumn<Items[View]>[]
  nameOf: (item: Items[View]) => string
  /** The order without a word in the address. */
  defaultSort: string
  /** Beside the search: what narrows the list. */
  filters?: ReactNode
  /** Row actions besides the deletion. */
  actions: readonly RowAction<Items[View]>[]
  onAdd: () => void
}

/** A list of the catalogue with all that is done with it (billing-spec §4, §7): every state of its data is drawn. */
export function DataList<View extends CatalogueView>(props: DataListProps<View>) {
  const { view, may } = props
  const { t } = useTranslation('catalogue')
  const place = useListSearch()
  const list = useQuery(listQuery(view, askedOf(place)))
  const { data, isLoadingOther, hasFailed, retry } = useListState(list)
  const mayAdd = may(CATALOGUE_RESOURCES[view].resource, 'create')
  const add = mayAdd && (
    <Button leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />} onClick={props.onAdd}>
      {t(`add.${view as CatalogueView}`)}
    </Button>
  )
  const isBare = data?.meta.total === 0
  return (
    <Card isList aria-busy={isLoadingOther || undefined}>
      {!(isBare && !place.isNarrowed) && (
        <div className={`wrap gap-6 ${styles.tools}`}>
          <SeekField query={place.q} onSeek={(q) => place.go({ q })} />
          {props.filters}
          <div className={styles.add}>{add}</div>
        </div>
      )}
      {!data && (hasFailed ? <LoadError onRetry={retry} /> : <ListSkeleton />)}
      {data && hasFailed && <ListKept onRetry={retry} />}
      <DropUnknown error={list.error} drop={(names) => names.includes('sort') && place.go({ sort: '' })} />
      {isBare &&
        (place.isNarrowed ? (
          <NoMatch onClear={() => place.go({ q: '', category: '' })} />
        ) : (
          <EmptyState title={t(`empty.${view as CatalogueView}`)} action={add} />
        ))}
      {data && !isBare && (
        // Another page starts with nothing selected.
        <Rows key={place.page} {...props} items={data.result} place={place} />
      )}
      {data && !isBare && <Foot {...data.meta} isStale={isLoadingOther} place={place} />}
    </Card>
  )
}

/** The server query of the URL; empty filters are left out. */
const askedOf = ({ page, limit, q, sort, category }: Place) => ({
  page,
  limit,
  ...(q !== '' && { q }),
  ...(sort !== '' && { sort }),
  ...(category !== '' && { category }),
})

interface RowsProps<View extends CatalogueView> extends DataListProps<View> {
  items: Items[View][]
  place: Place
}

function Rows<View extends CatalogueView>({ view, may, items, place, ...props }: RowsProps<View>) {
  const { t } = useTranslation('catalogue')
  const selection = useSelection(items.map(({ id }) => id))
  const [deleting, setDeleting] = useState<{ ids: string[]; opener: Element | null } | null>(null)
  const askToDelete = (ids: string[]) => setDeleting({ ids, opener: document.activeElement })

  function endDelete(isDone: boolean) {
    if (isDone) selection.clear()
    else if (deleting?.opener instanceof HTMLElement) deleting.opener.focus()
    setDeleting(null)
  }

  return (
    <>
      <DataTable
        label={t(`view.${view as CatalogueView}`)}
        items={items}
        columns={props.columns}
        nameOf={props.nameOf}
        sort={place.sort || props.defaultSort}
        onSort={(sort) => place.go({ sort: sort === props.defaultSort ? '' : sort })}
        actions={props.actions}
        selection={selection}
        onDelete={may(CATALOGUE_RESOURCES[view].resource, 'delete') ? askToDelete : undefined}
      />
      {deleting && (
        <Suspense>
          <DeleteItems view={view} ids={deleting.ids} onDone={endDelete} />
        </Suspense>
      )}
    </>
  )
}

interface FootProps {
  total: number
  page: number
  pages: number
  isStale: boolean
  place: Place
}

function Foot({ total, page, pages, isStale, place }: FootProps) {
  const { t } = useTranslation('catalogue')
  // The last row of the last page was deleted.
  const toLastPage = useEffectEvent(() => place.go({ page: pages }))
  useEffect(() => {
    if (!isStale && page > pages) toLastPage()
  }, [isStale, page, pages])
  return (
    <ListFooter page={page} pages={pages} onPage={(next) => place.go({ page: next }, { isReplaced: false })}>
      {t('total', { count: total })}
    </ListFooter>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('catalogue')
  return (
    <EmptyState
      title={t('no-match')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  )
}
