import { useMediaQuery } from '@mantine/hooks'
import type { ProductId, UserCode } from '@scanleaf/shared'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../ui/button'
import { Card } from '../../ui/card'
import { ListSkeleton } from '../../ui/list-skeleton'
import { LoadError } from '../../ui/load-error'
import { PageHead } from '../../ui/page-head'
import { Pager } from '../../ui/pager'
import { type UserCodePage, userCodesQuery } from './api'
import { rowLinkId } from './code-row'
import styles from './codes-page.module.css'
import { type CodesSearch, useCodesSearch } from './codes-search'
import { CodesTable } from './codes-table'
import { useDownloadCode } from './download-code'
import { NoCodes } from './no-codes'
import type { RowAct } from './row-acts'
import { useSelection } from './selection'

const loadDialog = () => import('./code-dialog')
const CodeDialog = lazy(async () => ({ default: (await loadDialog()).CodeDialog }))
const DeleteCodes = lazy(async () => ({ default: (await import('./delete-codes')).DeleteCodes }))

export const DynamicCodesPage = () => <CodesPage productId="dynamic-code" />
export const StaticCodesPage = () => <CodesPage productId="static-code" />

function CodesPage({ productId }: { productId: ProductId }) {
  const { t } = useTranslation('user-codes')
  const search = useCodesSearch()
  const { page, limit } = search
  const codes = useQuery({
    ...userCodesQuery({ productId, page, limit }),
    placeholderData: keepPreviousData,
  })
  const kind = productId === 'dynamic-code' ? 'dynamic' : 'static'
  return (
    <>
      <PageHead title={t(`${kind}.title`)} subtitle={t(`${kind}.subtitle`)}>
        <CreateButton kind={kind}>{t(`${kind}.create`)}</CreateButton>
      </PageHead>
      {codes.isPending && (
        <Card className={styles.card}>
          <div className={styles.headPlace} />
          <ListSkeleton />
          <div className={styles.foot} />
        </Card>
      )}
      {codes.isError && !codes.data && (
        <Card>
          <LoadError title={t('load-error')} onRetry={() => codes.refetch()} />
        </Card>
      )}
      {codes.data &&
        (codes.data.meta.total === 0 ? (
          <Card>
            <NoCodes
              kind={kind}
              action={
                <CreateButton kind={kind} size="lg">
                  {t('empty.create')}
                </CreateButton>
              }
            />
          </Card>
        ) : (
          <CodeList
            // Another page starts with nothing selected.
            key={page}
            productId={productId}
            data={codes.data}
            isStale={codes.isPlaceholderData}
            search={search}
          />
        ))}
      {codes.data?.meta.total === 0 && <OpenCode search={search} isEditing={false} />}
    </>
  )
}

interface CreateButtonProps {
  kind: 'dynamic' | 'static'
  size?: 'md' | 'lg'
  children: string
}

function CreateButton({ kind, size = 'md', children }: CreateButtonProps) {
  return (
    <Link to={`/${kind}-codes/generator`} className={buttonClass({ size })}>
      <IconPlus size={18} stroke={1.7} aria-hidden />
      {children}
    </Link>
  )
}

interface CodeListProps {
  productId: ProductId
  data: UserCodePage
  isStale: boolean
  search: CodesSearch
}

function CodeList({ productId, data, isStale, search }: CodeListProps) {
  const { t } = useTranslation('user-codes')
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const selection = useSelection(data.result.map(({ id }) => id))
  const download = useDownloadCode()
  const [editingId, setEditingId] = useState<string>()
  const [deletingIds, setDeletingIds] = useState<string[]>([])
  const [leavingIds, setLeavingIds] = useState<string[]>([])
  const opener = useRef<Element | null>(null)
  const { page, pages } = data.meta
  useEffect(() => {
    if (!isStale && page > pages) search.toPage(pages, { isReplaced: true })
  }, [isStale, page, pages, search.toPage])

  function askToDelete(ids: string[]) {
    opener.current = document.activeElement
    setDeletingIds(ids)
  }

  function endDelete(deleted: string[]) {
    setDeletingIds([])
    setLeavingIds(deleted)
    if (deleted.length > 0) selection.clear()
    else if (opener.current instanceof HTMLElement) opener.current.focus()
  }

  function act(name: RowAct, code: UserCode) {
    if (name === 'download') download.mutate({ code, format: 'png' })
    else if (name === 'delete') askToDelete([code.id])
    else {
      setEditingId(name === 'edit' ? code.id : undefined)
      search.openCode(code.id)
    }
  }

  return (
    <Card
      className={styles.card}
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
        onAct={act}
        onDelete={askToDelete}
      />
      <ListFoot data={data} search={search} />
      {deletingIds.length > 0 && (
        <Suspense>
          <DeleteCodes productId={productId} ids={deletingIds} onDone={endDelete} />
        </Suspense>
      )}
      <OpenCode search={search} isEditing={editingId !== undefined && editingId === search.code} />
    </Card>
  )
}

function ListFoot({ data, search }: { data: UserCodePage; search: CodesSearch }) {
  const { t } = useTranslation('user-codes')
  const { page, pages, limit, total } = data.meta
  const from = (page - 1) * limit + 1
  return (
    <div className={styles.foot} data-single={pages === 1 || undefined}>
      <span>{t('range', { from, to: from + data.result.length - 1, count: total })}</span>
      <Pager page={page} pages={pages} onChange={(next) => search.toPage(next)} />
    </div>
  )
}

/** The popup of the code that the address names; it is fetched when a popup first opens. */
function OpenCode({ search, isEditing }: { search: CodesSearch; isEditing: boolean }) {
  const wasOpened = useRef(false)
  wasOpened.current ||= search.code !== undefined
  if (!wasOpened.current) return null

  function close() {
    const id = search.code
    search.closeCode()
    // The popup may have come with the address, so that there is no opener to remember.
    if (id !== undefined) requestAnimationFrame(() => document.getElementById(rowLinkId(id))?.focus())
  }

  return (
    <Suspense>
      <CodeDialog codeId={search.code} startsEditing={isEditing} onClose={close} />
    </Suspense>
  )
}
