import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../../lib/api/api-error'
import { Button } from '../../../../ui/button/button'
import { ErrorMessage } from '../../../../ui/message/error-message'
import { startRun, useRunAction } from '../../api'
import type { Import } from '../api'
import { ReportButton } from '../report-button'
import styles from './dry-run.module.css'

/** What happens next: the tag, the room in the plan, and the button that imports. */
export function DryRunActions({ item }: { item: Import }) {
  const { t } = useTranslation(['imports', 'code-batches'])
  const { online } = useNetwork()
  const run = useRunAction(() => startRun(item.id, { mode: 'valid', scanAnyway: false }))
  const count = (item.verdicts.kept ?? 0) + (item.verdicts.new ?? 0)
  const { room, tag } = item
  return (
    <>
      <ErrorMessage text={run.isError ? messageOf(run.error, t('code-batches:failed')) : null} />
      <div className={`row wrap gap-5 ${styles.actions}`}>
        <p>
          {t('tagged', { tag })}
          {room && ` ${room.isPastDue ? t('room.past-due') : t('room', { total: Math.max(0, room.left) })}`}
          {count === 0 && ` ${t('nothing-to-import')}`}
        </p>
        <ReportButton item={item} />
        <Button
          size="lg"
          disabled={count === 0 || !online}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          {t('run', { count })}
        </Button>
      </div>
    </>
  )
}
