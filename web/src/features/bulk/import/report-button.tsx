import type { BulkRun } from '@scanleaf/shared'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { Button } from '../../../ui/button/button'
import { showToast } from '../../../ui/toast/toasts'
import { useReport } from '../api'

/** The verdict of each row, as a CSV file. */
export function ReportButton({ item }: { item: BulkRun }) {
  const { t } = useTranslation('bulk')
  const report = useReport(item)
  const showFailure = (error: Error) => showToast({ kind: 'error', title: messageOf(error, t('failed')) })
  return (
    <Button
      variant="subtle"
      leftSection={<IconDownload size={17} stroke={1.7} aria-hidden />}
      loading={report.isPending}
      onClick={() => report.mutate(undefined, { onError: showFailure })}
    >
      {t('import.report')}
    </Button>
  )
}
