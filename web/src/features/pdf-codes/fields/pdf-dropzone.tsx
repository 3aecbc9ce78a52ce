import { formatSize, MAX_PDF_BYTES, PDF_TYPE } from '@scanleaf/shared'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShare } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { FileDrop } from '../../../ui/file-drop/file-drop'
import { ProgressBar } from '../../../ui/progress/progress-bar'
import styles from './pdf-dropzone.module.css'

export interface PdfDropProps {
  /** The file in its place; none before one is chosen. */
  file: { name: string; size: number } | null
  /** Share of the file that is on its way, 0 to 1; null while none is. */
  share: number | null
  /** Beside the size: when the file came. */
  note?: string
  error?: string | undefined
  isDisabled?: boolean
  onFile: (file: File) => void
}

/** Where a PDF is dropped or chosen, and how much of it has been sent. */
export function PdfDropzone({ file, share, note, error, isDisabled = false, onFile }: PdfDropProps) {
  const { t } = useTranslation('pdf-codes')
  const language = useLanguage()
  const id = useId()
  const isBusy = share !== null
  const Icon = file === null ? IconUpload : IconRefresh

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a group of answers
    <div role="group" aria-labelledby={`${id}-label`}>
      <div className={`small ${styles.label}`} id={`${id}-label`}>
        {t('file')}
        <b aria-hidden="true"> *</b>
      </div>
      <FileDrop
        icon={<IconFileText size={20} stroke={1.7} aria-hidden />}
        tone={file === null ? 'plain' : 'red'}
        title={file === null ? t('file.none') : file.name}
        accept={`${PDF_TYPE},.pdf`}
        isBusy={isBusy}
        isDisabled={isDisabled}
        hasError={error !== undefined}
        describedBy={`${id}-hint`}
        chooseIcon={<Icon size={15} stroke={1.7} aria-hidden />}
        chooseLabel={t(file === null ? 'file.choose' : 'file.replace')}
        onFile={onFile}
      >
        {file === null ? (
          t('file.drop')
        ) : (
          <span className="row gap-5">
            <ProgressBar
              aria-label={t(isBusy ? 'file.uploading' : 'file.size-of-limit')}
              max={isBusy ? 1 : MAX_PDF_BYTES}
              value={isBusy ? share : file.size}
            />
            <span className={styles.size}>
              {isBusy
                ? formatShare(share, language)
                : `${formatSize(file.size, language)} / ${formatSize(MAX_PDF_BYTES, language)}`}
            </span>
          </span>
        )}
        {note !== undefined && !isBusy && <p className={styles.size}>{note}</p>}
      </FileDrop>
      <p
        id={`${id}-hint`}
        className={`fine muted ${styles.hint}`}
        data-error={error !== undefined || undefined}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? t('file.hint')}
      </p>
    </div>
  )
}
