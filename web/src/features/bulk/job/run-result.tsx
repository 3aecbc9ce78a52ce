import type { BulkRun } from '@scanleaf/shared'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { Link } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionLine, actionLine } from '../../../ui/action-line/action-line'
import { buttonClass } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import { useReport } from '../api'
import type { CodeList } from '../state/draft'
import type { ZipDialogProps } from '../zip-dialog-props'
import { ResultCard } from './result-card'
import styles from './run-page.module.css'
import type { Undoing } from './run-progress'
import { spanText } from './run-texts'

export interface RunResultProps extends Undoing {
  run: BulkRun
  list: CodeList
  ZipDialog: ComponentType<ZipDialogProps>
}

/** What a run made or changed, and the ways on from it. */
export function RunResult({ run, list, ZipDialog, ...undoing }: RunResultProps) {
  const { t } = useTranslation('bulk')
  const [isZipping, setIsZipping] = useState(false)
  const report = useReport(run)
  const isUndone = run.state === 'undone'
  const hasCodes = !isUndone && run.kind !== 'delete' && run.kind !== 'move' && run.done > 0
  return (
    <>
      <ResultCard
        run={run}
        facts={[spanText(run)]}
        actions={
          <>
            {isUndone && run.kind === 'create' && (
              <Link to={`/${list}-codes/many`} className={buttonClass({ variant: 'default', size: 'sm' })}>
                {t('title')}
              </Link>
            )}
            {hasCodes && (
              <Link
                to={`/${list}-codes`}
                search={{ batch: run.id }}
                className={buttonClass({ variant: 'default', size: 'sm' })}
              >
                {t('see-codes')}
              </Link>
            )}
          </>
        }
        {...undoing}
      >
        <div className={`gap-4 ${styles.steps}`}>
          {hasCodes && (
            <>
              <Link to={`/${list}-codes/print`} search={{ batch: run.id }} className={actionLine}>
                <ActionLine
                  icon={<IconPrinter size={20} stroke={1.7} />}
                  title={t('result.print')}
                  text={t('result.print-text')}
                />
              </Link>
              <button type="button" className={actionLine} onClick={() => setIsZipping(true)}>
                <ActionLine
                  icon={<IconDownload size={20} stroke={1.7} />}
                  tone="blue"
                  title={t('result.zip')}
                  text="PNG, SVG, EPS, PDF"
                />
              </button>
            </>
          )}
          <button
            type="button"
            className={actionLine}
            disabled={report.isPending}
            onClick={() => report.mutate()}
          >
            <ActionLine
              icon={<IconTable size={20} stroke={1.7} />}
              tone="plain"
              title={t('result.csv')}
              text={t('result.csv-text')}
            />
          </button>
        </div>
        <ErrorMessage text={report.isError ? t('failed') : null} />
      </ResultCard>
      {isZipping && (
        <Suspense>
          <ZipDialog selection={{ batch: run.id }} total={run.done} onClose={() => setIsZipping(false)} />
        </Suspense>
      )}
    </>
  )
}
