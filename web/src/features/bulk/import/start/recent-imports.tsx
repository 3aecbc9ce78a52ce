import type { CodeImport } from '@scanleaf/shared'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format'
import { Badge } from '../../../ui/badge/badge'
import { RecentCard, RecentText, recentLine } from '../../../ui/list/recent-card'
import { recentQuery } from '../api'

/** The newest imports, to go on with, to check or to undo. */
export function RecentImports() {
  const { t } = useTranslation('imports')
  const { data, isError, refetch } = useQuery(recentQuery)
  return (
    <RecentCard
      id="recent-imports"
      title={t('recent')}
      emptyText={t('recent.empty')}
      items={data}
      isError={isError}
      onRetry={refetch}
    >
      {(item) => <Line item={item} />}
    </RecentCard>
  )
}

const TONES: Record<CodeImport['state'], 'good' | 'warning' | 'bad' | 'plain'> = {
  mapping: 'warning',
  ready: 'warning',
  running: 'warning',
  stopped: 'bad',
  done: 'good',
  undoing: 'warning',
  undone: 'plain',
}

function Line({ item }: { item: CodeImport }) {
  const { t } = useTranslation(['imports', 'code-batches'])
  const { id, fileName, state, createdAt, total, host } = item
  return (
    <Link to="/settings/import-export/$id" params={{ id }} className={recentLine}>
      <RecentText title={fileName}>
        <bdi dir="ltr">{formatDate(createdAt)}</bdi> · {t('code-batches:rows', { count: total })}
        {host !== '' && (
          <>
            {' · '}
            <bdi dir="ltr">{host}</bdi>
          </>
        )}
      </RecentText>
      <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
      <IconChevronRight className="flip" size={16} stroke={1.7} aria-hidden />
    </Link>
  )
}
