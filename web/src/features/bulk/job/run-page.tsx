import { formatNumber } from '@scanleaf/shared'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Card } from '../../../ui/card/card'
import { PageHeader } from '../../../ui/page/page-header'
import { TrialStrip } from '../../../ui/qr/trial-strip'
import { LoadError } from '../../../ui/state/load-error'
import { runQuery } from '../api'
import { useCodeList } from '../state/use-code-list'
import type { ZipDialogProps } from '../zip-dialog-props'
import styles from './run-page.module.css'
import { RunProgress } from './run-progress'
import { RunResult } from './run-result'
import { runText } from './run-texts'

export interface RunPageProps {
  /** Asks for the formats of a ZIP file of codes. */
  ZipDialog: ComponentType<ZipDialogProps>
}

/** A run: how far it is, and what can be done with what it made. */
export function RunPage({ ZipDialog }: RunPageProps) {
  const { t } = useTranslation(['bulk', 'generator', 'user-codes'])
  const language = useLanguage()
  const { id = '' } = useParams({ strict: false })
  const list = useCodeList()
  const { data: run, isError, refetch } = useQuery(runQuery(id))
  return (
    <div className={`stack ${styles.page}`}>
      <PageHeader
        title={run ? `${runText(t, run)} (${formatNumber(run.total - run.skipped, language)})` : t('title')}
        {...(run?.startedAt && { subtitle: t('job.started', { time: formatDateTime(run.startedAt) }) })}
        start={
          <Link to={`/${list}-codes`} aria-label={t('generator:back')}>
            <IconArrowLeft className="flip" size={18} stroke={1.7} aria-hidden />
          </Link>
        }
      />
      {list === 'dynamic' && <TrialStrip />}
      {isError && !run && (
        <Card>
          <LoadError onRetry={refetch} />
        </Card>
      )}
      {run && (
        <RunProgress run={run}>
          {(undoing) => <RunResult run={run} list={list} ZipDialog={ZipDialog} {...undoing} />}
        </RunProgress>
      )}
    </div>
  )
}
