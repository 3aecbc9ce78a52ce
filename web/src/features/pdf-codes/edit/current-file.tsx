import { useNetwork } from '@mantine/hooks'
import { PDF_UPLOAD_ATTEMPTS, type PdfCode } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format'
import { useMay } from '../../../lib/session/workspace'
import { Button } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import { PdfDropzone } from '../fields/pdf-dropzone'
import styles from '../pdf-tab.module.css'
import type { Replacing } from './use-replace-file'

/** The file of a code, its way to another one, and what became of that. */
export function CurrentFile({ code, replacing }: { code: PdfCode; replacing: Replacing }) {
  const { t } = useTranslation(['pdf-codes', 'common'])
  const { online } = useNetwork()
  const mayWrite = useMay('codes:write')
  const { share, attempt, problem, failure, isDone } = replacing
  return (
    <div>
      <PdfDropzone
        file={{ name: code.fileName, size: code.fileSize }}
        share={share}
        note={t('file.since', { time: formatDateTime(code.fileUpdatedAt) })}
        error={problem ?? undefined}
        isDisabled={!online || !mayWrite}
        onFile={replacing.replace}
      />
      <p role="status" className="fine muted">
        {share !== null && t('replacing')}
        {share !== null && attempt > 1 && ` · ${t('attempt', { attempt, most: PDF_UPLOAD_ATTEMPTS })}`}
        {isDone && t('replaced')}
      </p>
      {failure !== null && (
        <div className={`row wrap gap-4 ${styles.failed}`}>
          <ErrorMessage text={failure} />
          <Button variant="default" size="sm" onClick={replacing.retry}>
            {t('common:retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
