import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../../ui/card/card'
import { Table } from '../../../../ui/table/table'
import { RowsFoot, RowsPage } from '../../job/rows-page'
import { fileRowsOf, type Import } from '../api'
import { ImportRowLine } from './row-line'
import styles from './rows-card.module.css'
import { countOf, filtersOf, type Group } from './verdict-groups'

/** The rows of a group, with their verdicts. */
export function ImportRowsCard({ item, group }: { item: Import; group: Group }) {
  const { t } = useTranslation('bulk')
  const [page, setPage] = useState(1)
  const total = countOf(item, group)
  if (total === 0)
    return (
      <Card isList>
        <p className={`muted ${styles.none}`}>{t('import.rows.none')}</p>
      </Card>
    )
  return (
    <Card isList>
      <RowsPage run={item} filters={filtersOf(item, group)} page={page}>
        {(rows, isOld) => (
          <Table className={styles.table} aria-busy={isOld || undefined}>
            <thead>
              <tr>
                <th scope="col">{t('import.row.line')}</th>
                <th scope="col">{t('import.row.address')}</th>
                <th scope="col">{t('import.row.target')}</th>
                <th scope="col">{t('import.row.verdict')}</th>
              </tr>
            </thead>
            <tbody>
              {fileRowsOf(rows).map((row) => (
                <ImportRowLine key={row.row} row={row} host={item.host} />
              ))}
            </tbody>
          </Table>
        )}
      </RowsPage>
      <RowsFoot total={total} page={page} onPage={setPage} />
    </Card>
  )
}
