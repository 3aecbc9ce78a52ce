import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPalette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs'
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs'
import { useTranslation } from 'react-i18next'
import { pngPixels } from '../../../lib/qr/code-pixels'
import { IMAGE_FORMATS } from '../../../lib/qr/draw'
import { logoShare } from '../../../lib/qr/logo'
import { Button } from '../../../ui/button/button'
import { PreviewFrame, PreviewPaper, PreviewStage } from '../../../ui/preview/preview-pane'
import { PrintSize } from '../../../ui/qr/print-size'
import { QrImage } from '../../../ui/qr/qr-image'
import { ScanMeter } from '../../../ui/qr/scan-meter'
import { SegmentedControl } from '../../../ui/segmented-control/segmented-control'
import { showToast } from '../../../ui/toast/toasts'
import { kindOf } from '../state/tabs'
import type { Generator } from '../state/use-generator'
import { PayeeCheck, usePayee } from './payee-check'
import styles from './preview-pane.module.css'
import { ReadersNote } from './readers-note'
import { sharedAddress, shareOnFacebook } from './share-on-facebook'
import type { Download } from './use-download'

const FORMATS = IMAGE_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))

export interface PreviewPaneProps {
  generator: Generator
  download: Download
  onCustomise: () => void
}

/** The code on white paper as it is typed, how well it scans, and its files once it is created. */
export function PreviewPane({ generator, download, onCustomise }: PreviewPaneProps) {
  const { t } = useTranslation('generator')
  const { drawing, design, verdict } = generator.drawn
  const payee = usePayee(generator)
  const isLocked = payee?.isConfirmed === false
  return (
    <PreviewFrame label={t('preview')}>
      <PreviewStage>
        <PreviewPaper isEmpty={drawing.svg === null}>
          {drawing.svg === null ? (
            <EmptyPaper generator={generator} />
          ) : (
            <QrImage svg={drawing.svg} label={t('preview.image')} />
          )}
        </PreviewPaper>
      </PreviewStage>
      {drawing.symbol && (
        <>
          <ReadersNote generator={generator} />
          <ScanMeter
            verdict={verdict}
            level={drawing.symbol.level}
            logoShare={design.logo ? logoShare(design.logo) : null}
          />
          <PreviewNotes generator={generator} />
          {payee && <PayeeCheck payee={payee} generator={generator} />}
        </>
      )}
      <div className={`gap-4 ${styles.tools}`}>
        <Button
          variant="default"
          leftSection={<IconPalette size={18} stroke={1.7} aria-hidden />}
          onClick={onCustomise}
        >
          {t('customise')}
        </Button>
        <ShareButton generator={generator} />
      </div>
      <SegmentedControl
        label={t('format')}
        options={FORMATS}
        value={download.format}
        onChange={download.setFormat}
      />
      <Button
        variant="default"
        fullWidth
        loading={download.isChecking}
        leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
        aria-disabled={isLocked}
        aria-describedby={isLocked ? 'download-locked' : undefined}
        onClick={() => isLocked || download.start()}
      >
        {t('download', { format: download.format.toUpperCase() })}
      </Button>
      {isLocked && (
        <p id="download-locked" className={`fine muted ${styles.locked}`}>
          {t('payee.locked')}
        </p>
      )}
      <PrintSize format={download.format} pixels={drawing.symbol && pngPixels(drawing.symbol, design)} />
    </PreviewFrame>
  )
}

function ShareButton({ generator: { tab, draft, progress } }: { generator: Generator }) {
  const { t } = useTranslation('generator')
  function share() {
    const address = progress.name === 'draft' ? null : sharedAddress(tab, draft, progress)
    if (address !== null) return shareOnFacebook(address)
    showToast({
      kind: 'error',
      title: t(progress.name === 'draft' ? 'no-qrcode-created' : 'share.save-first'),
    })
  }
  return (
    <Button
      variant="default"
      className={styles.share ?? ''}
      aria-label={t('share')}
      title={t('share')}
      onClick={share}
    >
      <IconShare size={18} stroke={1.7} aria-hidden />
    </Button>
  )
}

function EmptyPaper({ generator: { tab, draft, drawn } }: { generator: Generator }) {
  const { t } = useTranslation('generator')
  const { excessBytes } = drawn.drawing
  const text =
    excessBytes === 0
      ? t(tab === 'website' ? 'preview.empty' : 'preview.empty-content')
      : kindOf(tab, draft) === 'dynamic'
        ? t('preview.too-long')
        : t('preview.too-many-bytes', { count: excessBytes })
  return <span role={excessBytes > 0 ? 'alert' : undefined}>{text}</span>
}

function PreviewNotes({ generator: { tab, draft, progress, drawn } }: { generator: Generator }) {
  const { t } = useTranslation('generator')
  const isDynamic = kindOf(tab, draft) === 'dynamic'
  const { symbol } = drawn.drawing
  // The level of a try says nothing of the short link that the code will hold.
  const isTry = isDynamic && progress.name === 'draft'
  const fixed = t(tab === 'website' ? 'preview.fixed' : 'preview.fixed-content')
  const isLower = symbol !== null && symbol.level !== drawn.design.errorCorrectionLevel
  return (
    <div className="fine muted">
      <p>{isTry ? t('preview.try') : isDynamic ? t('preview.short-link') : fixed}</p>
      {isLower && !isTry && <p>{t('lower-level', { level: symbol.level })}</p>}
    </div>
  )
}
