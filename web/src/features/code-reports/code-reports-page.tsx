import { REPORT_STATUSES } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../ui/list/filter-select'
import styles from '../../ui/list/list.module.css'
import { ListCard } from '../../ui/list/list-card'
import { SearchField } from '../../ui/list/search-field'
import { OperatorPage } from '../../ui/page/operator-page'
import { Table } from '../../ui/table/table'
import { codesQuery } from './api'
import { CodeRow } from './code-row'
import type { ReportsSearch } from './search'
import { WaitingPages } from './waiting-pages'

export interface CodeReportsPageProps {
  /** Undefined until it is known. */
  canRead: boolean | undefined
  mayUpdate: boolean
}

function usePlace() {
  const search: ReportsSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    ...search,
    /** Begins at page 1, with no code open, unless it names another. */
    go: (next: ReportsSearch) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, page: undefined, code: undefined, ...next }),
        replace: true,
        resetScroll: false,
      } as Parameters<typeof navigate>[0]),
  }
}

/** /admin/reports: reports of visitors, and the actions on them. */
export function CodeReportsPage({ canRead, mayUpdate }: CodeReportsPageProps) {
  const { t } = useTranslation('code-reports')
  return (
    <OperatorPage title={t('title')} subtitle={t('subtitle')} canRead={canRead}>
      <WaitingPages mayUpdate={mayUpdate} />
      <Codes mayUpdate={mayUpdate} />
    </OperatorPage>
  )
}

function Codes({ mayUpdate }: { mayUpdate: boolean }) {
  const { t } = useTranslation('code-reports')
  const { status = 'open', q = '', page = 1, code, go } = usePlace()
  const list = useQuery(codesQuery({ page, status, code: q }))
  return (
    <ListCard
      list={list}
      empty={t(q === '' ? `empty.${status}` : 'empty.search')}
      tools={<Tools />}
      onPage={(next) => go({ page: next })}
    >
      {(codes) => (
        <Table className={styles.table} aria-label={t('title')}>
          <thead>
            <tr>
              <th scope="col">{t('column.code')}</th>
              <th scope="col">{t('column.target')}</th>
              <th scope="col">{t('column.reports')}</th>
              <th scope="col">{t('column.state')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {codes.map((each) => (
              <CodeRow
                key={each.codeId}
                code={each}
                isOpen={each.codeId === code}
                mayUpdate={mayUpdate}
                onToggle={() => go({ page, ...(each.codeId !== code && { code: each.codeId }) })}
              />
            ))}
          </tbody>
        </Table>
      )}
    </ListCard>
  )
}

function Tools() {
  const { t } = useTranslation('code-reports')
  const { status = 'open', q = '', go } = usePlace()
  return (
    <>
      <FilterSelect
        label={t('column.state')}
        options={REPORT_STATUSES.map((value) => ({ value, text: t(`status.${value}`) }))}
        value={status}
        onChange={(next) => go({ status: next as 'open' | 'closed', q: '' })}
      />
      <SearchField label={t('search')} dir="ltr" value={q} onSearch={(text) => go({ q: text })} />
    </>
  )
}
