import type { BulkRun } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { rowsQuery } from '../api'
import styles from './dialogs.module.css'

/** The first codes that a dry run leaves out, each with its reason. */
export function SkippedRows({ run, shown }: { run: BulkRun; shown: number }) {
  const rows = useQuery({
    ...rowsQuery(run.id, [{ outcome: 'skipped', total: run.skipped }], 0, shown),
    enabled: run.skipped > 0,
  })
  return rows.data?.map(({ row, name, dynamicId, problems }) => (
    <div key={row} className={`small gap-4 ${styles.change}`}>
      <bdi>{name || dynamicId}</bdi>
      <span className={styles.problem}>{problems.map(({ message }) => message).join(' ')}</span>
    </div>
  ))
}
