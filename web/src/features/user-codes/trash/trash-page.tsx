import { useMediaQuery } from '@mantine/hooks'
import { TRASH_DAYS, type TrashPage as Trash, type TrashedCode } from '@scanleaf/shared'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Allowed } from '../../../lib/session/allowed'
import { useMay } from '../../../lib/session/workspace'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { Checkbox } from '../../../ui/checkbox/checkbox'
import { ListFooter, ListFooterPlaceholder, ListHeadPlaceholder } from '../../../ui/list/list-footer'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { type SelectionAction, SelectionBar } from '../../../ui/list/selection-bar'
import { useListState } from '../../../ui/list/use-list-state'
import { type RowSelection, useSelection } from '../../../ui/list/use-selection'
import { PageHeader } from '../../../ui/page/page-header'
import { EmptyState } from '../../../ui/state/empty-state'
import { ListKept, LoadError } from '../../../ui/state/load-error'
import { Table } from '../../../ui/table/table'
import { trashQuery } from '../delete-api'
import { type Purge, PurgeDialog } from './purge-dialog'
import styles from './trash.module.css'
import { TrashRow } from './trash-row'
import { useRestore } from './use-restore'

/** The codes that were deleted in the last thirty days: each comes back with one press. */
export function TrashScreen() {
  const { t } = useTranslation('trash')
  const { page = 1 } = useSearch({ from: '/protected/trash' })
  const navigate = useNavigate()
  const toPage = (next: number, replace = false) =>
    void navigate({ to: '/trash', search: next === 1 ? {} : { page: next }, replace })
  const { data, isLoadingOther, hasFailed, retry } = useListState(
    useQuery({ ...trashQuery(page), placeholderData: keepPreviousData }),
  )
  const [purge, setPurge] = useState<Purge | null>(null)
  const isEmpty = data?.meta.total === 0
  const pages = data?.meta.pages ?? 1
  useEffect(() => {
    if (!isLoadingOther && !isEmpty && data && page > pages)
      void navigate({ to: '/trash', search: pages <= 1 ? {} : { page: pages }, replace: true })
  }, [isLoadingOther, isEmpty, data, page, pages, navigate])
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle', { days: TRASH_DAYS })}
        start={
          <Link to="/dynamic-codes" aria-label={t('back')}>
            <IconArrowLeft className="flip" size={20} stroke={1.7} aria-hidden />
          </Link>
        }
      >
        {data && !isEmpty && (
          <Allowed to="codes:write">
            <Button variant="default" color="red" onClick={() => setPurge(allOf(data))}>
              {t('empty-trash')}
            </Button>
          </Allowed>
        )}
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
      {isEmpty && (
        <Card>
          <EmptyState title={t('none')} text={t('none.text', { days: TRASH_DAYS })} />
        </Card>
      )}
      {data && !isEmpty && (
        <Rows key={page} data={data} isStale={isLoadingOther} onPurge={setPurge} onPage={toPage} />
      )}
      {purge && <PurgeDialog purge={purge} onClose={() => setPurge(null)} />}
    </>
  )
}

/** All that was there when the person saw the trash; what is deleted later, in another window, stays. */
const allOf = ({ meta }: Trash): Purge => ({
  count: meta.total,
  scanned: meta.scanned,
  upTo: meta.upTo ?? '',
})

interface RowsProps {
  data: Trash
  isStale: boolean
  onPurge: (purge: Purge) => void
  onPage: (page: number) => void
}

function Rows({ data, isStale, onPurge, onPage }: RowsProps) {
  const { t } = useTranslation(['trash', 'user-codes'])
  const { result, meta } = data
  const selection = useSelection(result.map(({ id }) => id))
  const restore = useRestore()
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const from = (meta.page - 1) * meta.limit + 1
  return (
    <Card isList aria-busy={isStale || undefined}>
      <Table aria-label={t('title')} className={styles.table}>
        <thead>
          <Head codes={result} isPhone={isPhone} selection={selection} restore={restore} onPurge={onPurge} />
        </thead>
        <tbody>
          {result.map((code) => (
            <TrashRow
              key={code.id}
              code={code}
              isSelected={selection.has(code.id)}
              isBusy={restore.isPending}
              isPhone={isPhone}
              onToggle={(isRange) => selection.toggle(code.id, isRange)}
              onRestore={() => restore.run([code.id])}
              onPurge={() => onPurge(someOf([code]))}
            />
          ))}
        </tbody>
      </Table>
      <ListFooter page={meta.page} pages={meta.pages} onPage={onPage}>
        {t('user-codes:range', { from, to: from + result.length - 1, count: meta.total })}
      </ListFooter>
    </Card>
  )
}

const someOf = (codes: readonly TrashedCode[]): Purge => {
  const scanned = codes.filter(({ scannedRecently }) => scannedRecently)
  return {
    count: codes.length,
    ids: codes.map(({ id }) => id),
    scanned: {
      count: scanned.length,
      names: scanned.map(({ name, dynamicId }) => name || (dynamicId ?? '')),
    },
  }
}

interface HeadProps {
  codes: readonly TrashedCode[]
  isPhone: boolean
  selection: RowSelection
  restore: ReturnType<typeof useRestore>
  onPurge: (purge: Purge) => void
}

/** While rows are selected the header is replaced by what can be done with them. */
function Head({ codes, isPhone, selection, restore, onPurge }: HeadProps) {
  const { t } = useTranslation(['trash', 'user-codes'])
  const mayWrite = useMay('codes:write')
  const { ids } = selection
  const actions: SelectionAction[] = [
    {
      name: 'restore',
      label: t('restore'),
      icon: <IconRestore size={16} stroke={1.7} aria-hidden />,
      run: () => restore.run(ids),
    },
    {
      name: 'purge',
      label: t('purge'),
      icon: <IconTrash size={16} stroke={1.7} aria-hidden />,
      isDangerous: true,
      run: () => onPurge(someOf(codes.filter(({ id }) => ids.includes(id)))),
    },
  ]
  return (
    <tr className={styles.head} data-selecting={ids.length > 0 || undefined}>
      <th scope="col" className={styles.mark}>
        <Checkbox
          label={t('user-codes:select-page')}
          isChecked={ids.length === codes.length}
          isMixed={ids.length > 0 && ids.length < codes.length}
          onToggle={selection.toggleAll}
        />
      </th>
      {ids.length > 0 ? (
        <td colSpan={isPhone ? 2 : 5}>
          <SelectionBar
            text={t('user-codes:selected', { count: ids.length })}
            count={ids.length}
            actions={mayWrite ? actions : []}
            isBusy={restore.isPending}
            onClear={selection.clear}
          />
        </td>
      ) : (
        <>
          <th scope="col" className={styles.image}>
            <span className="visually-hidden">{t('user-codes:column.image')}</span>
          </th>
          <th scope="col">{t('user-codes:column.content')}</th>
          {!isPhone && (
            <>
              <th scope="col" className={styles.day}>
                {t('column.deleted')}
              </th>
              <th scope="col" className={styles.left}>
                {t('column.left')}
              </th>
              <th scope="col" className={styles.actions}>
                <span className="visually-hidden">{t('user-codes:column.actions')}</span>
              </th>
            </>
          )}
        </>
      )}
    </tr>
  )
}
