import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../../lib/api/api-error'
import { Button } from '../../../../ui/button/button'
import { ErrorMessage } from '../../../../ui/message/error-message'
import { startRun, useRunAction } from '../../api'
import type { Import } from '../api'
import { ReportButton } from '../report-button'
import styles from './dry-run.module.css'

/** What happens next: the tag, the codes left in the plan, and the button that imports. */
export function DryRunActions({ item }: { item: Import }) {
  const { t } = useTranslation('bulk')
  const { online } = useNetwork()
  const run = useRunAction(() => startRun(item.id, { mode: 'valid', scanAnyway: false }))
  const count = (item.verdicts.kept ?? 0) + (item.verdicts.new ?? 0)
  const { room, tag } = item
  return (
    <>
      <ErrorMessage text={run.isError ? messageOf(run.error, t('failed')) : null} />
      <div className={`row wrap gap-5 ${styles.actions}`}>
        <div>
          <p>{t('import.tagged', { tag })}</p>
          {room && (
            <p>{room.isPastDue ? t('room.past-due') : t('room.left', { total: Math.max(0, room.left) })}</p>
          )}
          {count === 0 && <p>{t('import.nothing-to-import')}</p>}
        </div>
        <ReportButton item={item} />
        <Button
          size="lg"
          disabled={count === 0 || !online}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          {t('import.run', { count })}
        </Button>
      </div>
    </>
  )
}
