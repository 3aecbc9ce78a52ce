import type { CodeImport } from '@scanleaf/shared'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { saveFile } from '../../lib/api/download'
import { Button } from '../../ui/button/button'
import { showToast } from '../../ui/toast/toasts'
import { fetchReport } from './api'

/** The verdict of each row, as a CSV file. */
export function ReportButton({ item: { id, fileName } }: { item: CodeImport }) {
  const { t } = useTranslation(['imports', 'code-batches'])
  const report = useMutation({
    mutationFn: () => fetchReport(id),
    onSuccess: (file) => saveFile(file, `${fileName.replace(/\.\w+$/, '')}-report.csv`),
    onError: (error) => showToast({ kind: 'error', title: messageOf(error, t('code-batches:failed')) }),
  })
  return (
    <Button
      variant="subtle"
      leftSection={<IconDownload size={17} stroke={1.7} aria-hidden />}
      loading={report.isPending}
      onClick={() => report.mutate()}
    >
      {t('report')}
    </Button>
  )
}
