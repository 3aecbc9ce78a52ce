import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadName, saveFile } from '../../lib/download'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Segments } from '../../ui/segments'
import { showToast } from '../../ui/toasts'
import type { Draft } from './draft'
import { type Drawing, fileOf, IMAGE_FORMATS, type ImageFormat } from './drawing'
import { Drawn } from './drawn'
import styles from './preview-pane.module.css'
import type { Progress } from './progress'

const FORMATS = IMAGE_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))

/** The id by which the dock finds the full preview. */
export const PREVIEW_ID = 'preview'

export interface PreviewPaneProps {
  drawing: Drawing
  draft: Draft
  progress: Progress
}

/** The code on white paper as it is typed, and its files once it is created. */
export function PreviewPane({ drawing, draft, progress }: PreviewPaneProps) {
  const { t } = useTranslation('generator')
  const [format, setFormat] = useState<ImageFormat>('png')

  function download() {
    if (progress.name === 'draft' || drawing.symbol === null) {
      showToast({ kind: 'error', title: t('no-qrcode-created') })
      return
    }
    const address = (progress.name === 'saved' && progress.code.codeRedirect) || draft.website
    saveFile(fileOf(drawing.symbol, format), `${downloadName(address)}.${format}`)
  }

  return (
    <Card className={styles.pane} id={PREVIEW_ID} tabIndex={-1} aria-label={t('preview')}>
      <div className={styles.stage}>
        <span className={styles.paper} data-empty={drawing.svg === null || undefined}>
          {drawing.svg === null ? (
            <span className={styles.empty}>
              {t(drawing.isTooLong ? 'preview.too-long' : 'preview.empty')}
            </span>
          ) : (
            <Drawn svg={drawing.svg} label={t('preview.image')} />
          )}
        </span>
      </div>
      <PreviewNotes drawing={drawing} draft={draft} progress={progress} />
      <Segments label={t('format')} options={FORMATS} value={format} onChange={setFormat} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
        onClick={download}
      >
        {t('download', { format: format.toUpperCase() })}
      </Button>
    </Card>
  )
}

function PreviewNotes({ drawing, draft, progress }: PreviewPaneProps) {
  const { t } = useTranslation('generator')
  const level = drawing.symbol?.level
  // The level of a try says nothing of the short link that the code will hold.
  const isTry = draft.kind === 'dynamic' && progress.name === 'draft'
  return (
    <div className={styles.notes}>
      {level !== undefined && (
        <p>
          {isTry && t('preview.try')}
          {!isTry && t(draft.kind === 'dynamic' ? 'preview.short-link' : 'preview.fixed')}
        </p>
      )}
      {level !== undefined && level !== 'H' && !isTry && <p>{t('lower-level', { level })}</p>}
    </div>
  )
}
