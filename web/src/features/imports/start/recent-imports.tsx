import type { CodeImport } from '@scanleaf/shared'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format'
import { Badge } from '../../../ui/badge/badge'
import { Card } from '../../../ui/card/card'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { LoadError } from '../../../ui/state/load-error'
import { recentQuery } from '../api'
import styles from './start.module.css'

/** The newest imports, to go on with, to check or to undo. */
export function RecentImports() {
  const { t } = useTranslation(['imports', 'code-batches'])
  const { data, isError, refetch } = useQuery(recentQuery)
  return (
    <Card aria-labelledby="recent-imports" className={styles.recent}>
      <h2 id="recent-imports">{t('recent')}</h2>
      {!data && (isError ? <LoadError onRetry={refetch} /> : <ListSkeleton rows={2} />)}
      {data?.length === 0 && <p className={styles.empty}>{t('recent.empty')}</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map((each) => (
            <li key={each.id}>
              <Line item={each} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const TONES: Record<CodeImport['state'], 'good' | 'warning' | 'bad'> = {
  mapping: 'warning',
  ready: 'warning',
  running: 'warning',
  stopped: 'bad',
  done: 'good',
  undoing: 'warning',
  undone: 'bad',
}

function Line({ item }: { item: CodeImport }) {
  const { t } = useTranslation(['imports', 'code-batches'])
  const { id, fileName, state, createdAt, total, host } = item
  return (
    <Link to="/settings/import-export/$id" params={{ id }} className={styles.line}>
      <span className={styles.lineText}>
        <b>
          <bdi>{fileName}</bdi>
        </b>
        <span>
          <bdi dir="ltr">{formatDate(createdAt)}</bdi> · {t('code-batches:rows', { count: total })}
          {host !== '' && (
            <>
              {' · '}
              <bdi dir="ltr">{host}</bdi>
            </>
          )}
        </span>
      </span>
      <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
      <IconChevronRight className="flip" size={16} stroke={1.7} aria-hidden />
    </Link>
  )
}
