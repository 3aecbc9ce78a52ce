import { formatNumber } from '@scanleaf/shared'
import {
  MAX_FILE_BYTES,
  MAX_TABLE_COLUMNS,
  MAX_TABLE_ROWS,
  type TableError,
  type TableProblem,
} from '@scanleaf/shared/tables'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/i18n/i18n'
import { ErrorMessage } from '../../../../ui/message/error-message'
import type { Reading } from './use-reading'

/** Why there is no table, in place of it. */
export function TableProblems({ reading }: { reading: Reading }) {
  const { t } = useTranslation('bulk')
  if (reading.state === 'idle') return null
  if (reading.state === 'reading') return <p role="status">{t('file.reading')}</p>
  return <Failed error={reading.error} />
}

function Failed({ error }: { error: TableError }) {
  const problemText = useProblemText()
  return <ErrorMessage text={problemText(error.problem, error.row)} />
}

/** The message of a table that cannot be used. */
export function useProblemText() {
  const { t } = useTranslation('bulk')
  const language = useLanguage()
  const limits = {
    megabytes: formatNumber(MAX_FILE_BYTES / 1024 / 1024, language),
    rows: formatNumber(MAX_TABLE_ROWS - 1, language),
    columns: formatNumber(MAX_TABLE_COLUMNS, language),
  }
  return (problem: TableProblem, row?: number): string =>
    row !== undefined && problem === 'open-quote'
      ? t('table.open-quote-at', { row })
      : t(`table.${problem}`, limits)
}
