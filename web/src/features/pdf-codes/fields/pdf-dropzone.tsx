import { formatSize, MAX_PDF_BYTES, PDF_TYPE } from '@scanleaf/shared'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShare } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Tile } from '../../../ui/tile/tile'
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
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const isBusy = share !== null
  const takesFiles = !isBusy && !isDisabled

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && takesFiles) onFile(dropped)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a group of answers
    <div role="group" aria-labelledby={`${id}-label`}>
      <div className={styles.label} id={`${id}-label`}>
        {t('file')}
        <b aria-hidden="true"> *</b>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping and pressing are more ways beside the button */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button takes the keys */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        data-error={error !== undefined || undefined}
        data-empty={file === null || undefined}
        onClick={() => takesFiles && input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(takesFiles)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Tile tone={file === null ? 'plain' : 'red'}>
          <IconFileText size={20} stroke={1.7} aria-hidden />
        </Tile>
        <div className={styles.words}>
          <p className={styles.name}>{file === null ? t('file.none') : <bdi>{file.name}</bdi>}</p>
          {file === null ? (
            <p className={styles.size}>{t('file.drop')}</p>
          ) : (
            <div className={styles.line}>
              <progress
                className={styles.progress}
                aria-label={t(isBusy ? 'file.uploading' : 'file.size-of-limit')}
                max={isBusy ? 1 : MAX_PDF_BYTES}
                value={isBusy ? share : file.size}
                data-busy={isBusy || undefined}
              />
              <span className={styles.size}>
                {isBusy
                  ? formatShare(share, language)
                  : `${formatSize(file.size, language)} / ${formatSize(MAX_PDF_BYTES, language)}`}
              </span>
            </div>
          )}
          {note !== undefined && !isBusy && <p className={styles.size}>{note}</p>}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept={`${PDF_TYPE},.pdf`}
          disabled={!takesFiles}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (chosen) onFile(chosen)
          }}
        />
        <Button
          variant="default"
          size="sm"
          disabled={!takesFiles}
          aria-describedby={`${id}-hint`}
          aria-invalid={error !== undefined || undefined}
          leftSection={
            file === null ? (
              <IconUpload size={15} stroke={1.7} aria-hidden />
            ) : (
              <IconRefresh size={15} stroke={1.7} aria-hidden />
            )
          }
          onClick={(event) => {
            event.stopPropagation()
            input.current?.click()
          }}
        >
          {t(file === null ? 'file.choose' : 'file.replace')}
        </Button>
      </div>
      <p
        id={`${id}-hint`}
        className={styles.hint}
        data-error={error !== undefined || undefined}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? t('file.hint')}
      </p>
    </div>
  )
}
