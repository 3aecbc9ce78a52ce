import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ActionLine, actionLine } from '../../../../ui/action-line/action-line'
import { buttonClass } from '../../../../ui/button/button'
import { ResultCard } from '../../job/result-card'
import { RunProgress, type Undoing } from '../../job/run-progress'
import type { Import } from '../api'
import { ReportButton } from '../report-button'

/** How far an import is, or what it made. */
export const ImportRun = ({ item }: { item: Import }) => (
  <RunProgress run={item}>{(undoing) => <Result item={item} {...undoing} />}</RunProgress>
)

function Result({ item, ...undoing }: Undoing & { item: Import }) {
  const { t } = useTranslation('bulk')
  const { done, verdicts, tag } = item
  const isUndone = item.state === 'undone'
  const kept = verdicts.kept ?? 0
  return (
    <ResultCard
      run={item}
      facts={!isUndone && kept > 0 ? [t('import.done.kept', { total: kept })] : []}
      actions={
        <>
          {isUndone && (
            <Link
              to="/settings/$tab"
              params={{ tab: 'import-export' }}
              className={buttonClass({ variant: 'default', size: 'sm' })}
            >
              {t('import.another-file')}
            </Link>
          )}
          <ReportButton item={item} />
        </>
      }
      {...undoing}
    >
      {!isUndone && done > 0 && (
        <Link to="/dynamic-codes" search={{ tag }} className={actionLine}>
          <ActionLine
            icon={<IconList size={20} stroke={1.7} />}
            title={t('see-codes')}
            text={t('import.see-codes.text', { tag })}
          />
        </Link>
      )}
    </ResultCard>
  )
}
