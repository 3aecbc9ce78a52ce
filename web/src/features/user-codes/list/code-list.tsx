import { useMediaQuery } from '@mantine/hooks'
import type { ProductId, UserCode, UserCodePage } from '@scanleaf/shared'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/session/workspace'
import { Card } from '../../../ui/card/card'
import { ListFooter } from '../../../ui/list/list-footer'
import { isOffered, type RowAction } from '../actions/action-list'
import { useCodeActions } from '../actions/use-code-actions'
import { listedCode, type UserCodesQueryParams } from '../api'
import type { CodesSlots } from '../slots'
import { CodesTable } from './codes-table'
import { loadDialog, OpenCode } from './open-code'
import { rowLinkId } from './row-content'
import { useCodeSelection } from './use-code-selection'
import { type CodesSearch, PAGE_SIZES } from './use-codes-search'

const DeleteCode = lazy(async () => ({
  default: (await import('../actions/delete-code-dialog')).DeleteCode,
}))

const TrashLink = lazy(async () => ({ default: (await import('./trash-link')).TrashLink }))

const PageSize = lazy(async () => ({ default: (await import('./page-size')).PageSize }))

export interface CodeListProps {
  productId: ProductId
  /** What of the server shows the rows. */
  asked: UserCodesQueryParams
  data: UserCodePage
  /** The rows are those of another page or filter, until the asked ones come. */
  isStale: boolean
  search: CodesSearch
  slots: CodesSlots
}

/** The rows of a page, their actions, the page control and the popup. */
export function CodeList({ productId, asked, data, isStale, search, slots }: CodeListProps) {
  const { t } = useTranslation('user-codes')
  const client = useQueryClient()
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const selection = useCodeSelection(asked, data)
  const [editingId, setEditingId] = useState<string>()
  const [deleting, setDeleting] = useState<UserCode | null>(null)
  const [leavingIds, setLeavingIds] = useState<string[]>([])
  const opener = useRef<Element | null>(null)
  const doAction = useCodeActions(search.openCode)
  const mayWrite = useMay('codes:write')
  const { page, pages } = data.meta
  useEffect(() => {
    if (!isStale && page > pages) search.toPage(pages, { isReplaced: true })
  }, [isStale, page, pages, search.toPage])

  function askToDelete(code: UserCode) {
    opener.current = document.activeElement
    setDeleting(code)
  }

  /** The popup gives way to the question, and the focus goes to the row when it is answered with no. */
  function askFromPopup(id: string) {
    const code = listedCode(client, id)
    search.closeCode()
    opener.current = document.getElementById(rowLinkId(id))
    if (code) setDeleting(code)
  }

  function endDelete(deleted: string[]) {
    setDeleting(null)
    setLeavingIds(deleted)
    if (deleted.length > 0) selection.clear()
    else if (opener.current instanceof HTMLElement) opener.current.focus()
  }

  function runAction(name: RowAction, code: UserCode) {
    if (!isOffered(name, mayWrite)) return
    if (name === 'delete') askToDelete(code)
    else if (!doAction(name, code)) {
      setEditingId(name === 'edit' ? code.id : undefined)
      search.openCode(code.id)
    }
  }

  return (
    <Card
      isList
      aria-busy={isStale || undefined}
      onPointerEnter={() => void loadDialog()}
      onFocus={() => void loadDialog()}
    >
      <CodesTable
        productId={productId}
        label={t(productId === 'dynamic-code' ? 'dynamic.title' : 'static.title')}
        codes={data.result}
        selection={selection}
        leavingIds={leavingIds}
        isPhone={isPhone}
        sort={search.sort}
        ScanTrend={slots.ScanTrend}
        ManyActions={slots.ManyActions}
        onSort={(sort) => search.narrow({ sort: sort === '-createdAt' ? '' : sort })}
        onAction={runAction}
      />
      <Foot data={data} search={search} />
      {deleting && (
        <Suspense>
          <DeleteCode
            productId={productId}
            code={deleting}
            onDone={endDelete}
            onRestored={() => setLeavingIds([])}
          />
        </Suspense>
      )}
      <OpenCode
        search={search}
        isEditing={editingId !== undefined && editingId === search.code}
        slots={slots}
        onDelete={askFromPopup}
      />
    </Card>
  )
}

function Foot({ data, search }: { data: UserCodePage; search: CodesSearch }) {
  const { t } = useTranslation('user-codes')
  const { page, pages, limit, total, isTotalExact } = data.meta
  const from = (page - 1) * limit + 1
  const values = { from, to: from + data.result.length - 1, count: total }
  return (
    <ListFooter
      page={page}
      pages={pages}
      onPage={(next) => search.toPage(next)}
      pageSize={
        total > PAGE_SIZES[0] && (
          <Suspense>
            <PageSize limit={limit} onChange={search.setLimit} />
          </Suspense>
        )
      }
      end={
        <Suspense>
          <TrashLink />
        </Suspense>
      }
    >
      {isTotalExact ? t('range', values) : t('range-at-least', values)}
    </ListFooter>
  )
}
