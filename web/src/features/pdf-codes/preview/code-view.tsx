import { DEFAULT_QR_SETTINGS, dynamicLinkPayload, type QrDesign, type QrSymbol } from '@scanleaf/qr'
import { isTrialLink, type LogoInput, type PdfCode } from '@scanleaf/shared'
import { codeFileName } from '@scanleaf/shared/code-file-name'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/api/download'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { pngPixels } from '../../../lib/qr/code-pixels'
import { type ImageFormat, symbolOf } from '../../../lib/qr/draw'
import { useDrawableDesign } from '../../../lib/qr/drawable-design'
import { codeLabels } from '../../../lib/qr/frame'
import { logoShare } from '../../../lib/qr/logo'
import { useScanCheck } from '../../../lib/qr/scan/use-scan-check'
import { Button } from '../../../ui/button/button'
import { PreviewPaper, PreviewStage } from '../../../ui/preview/preview-pane'
import { PrintSize } from '../../../ui/qr/print-size'
import { QrImage } from '../../../ui/qr/qr-image'
import { ScanMeter } from '../../../ui/qr/scan-meter'
import { SegmentedControl } from '../../../ui/segmented-control/segmented-control'
import { showToast } from '../../../ui/toast/toasts'
import type { DesignChange } from '../api'
import { codeFiles, previewOf } from './code-files'

const NO_LOGO: LogoInput | null = null

export interface DrawnCode {
  payload: string
  symbol: QrSymbol
  design: QrDesign
  /** Logo or words of the frame are not there yet: no file is made without them. */
  isLoading: boolean
  svg: string
}

/** The code of a PDF code, drawn again when its file, its details or its design change. */
function useDrawnCode(code: PdfCode, change: DesignChange | null): DrawnCode | null {
  const { design, isLoading } = useDrawableDesign(
    change?.settings ?? DEFAULT_QR_SETTINGS,
    change?.logo ?? NO_LOGO,
    codeLabels({ ...code, name: code.codeName }),
  )
  const payload = dynamicLinkPayload(code.codeRedirect)
  return useMemo(() => {
    const symbol = symbolOf(payload, design.errorCorrectionLevel)
    if (!symbol) return null
    try {
      return { payload, symbol, design, isLoading, svg: previewOf(symbol, design) }
    } catch {
      return null
    }
  }, [payload, design, isLoading])
}

/** The QR view (spec §2): the code, how well it scans, and its files. */
export function CodeView({ code, design }: { code: PdfCode; design: DesignChange | null }) {
  const { t } = useTranslation(['pdf-codes', 'generator'])
  const drawn = useDrawnCode(code, design)
  const verdict = useScanCheck(drawn?.payload ?? null, drawn?.design ?? null)
  return (
    <>
      <PreviewStage>
        <PreviewPaper isEmpty={false}>
          {/* Preview failure: the default image (spec §8) is the one that the server drew. */}
          {drawn ? (
            <QrImage svg={drawn.svg} label={t('qr.image', { name: code.name })} />
          ) : (
            <img src={code.qrImageUrl} alt={t('qr.image', { name: code.name })} width={256} height={256} />
          )}
        </PreviewPaper>
      </PreviewStage>
      {drawn && (
        <ScanMeter
          verdict={verdict}
          level={drawn.symbol.level}
          logoShare={drawn.design.logo ? logoShare(drawn.design.logo) : null}
        />
      )}
      <Files code={code} drawn={drawn} />
    </>
  )
}

function Files({ code, drawn }: { code: PdfCode; drawn: DrawnCode | null }) {
  const { t } = useTranslation(['generator', 'pdf-codes'])
  const language = useLanguage()
  const config = useConfig()
  const [format, setFormat] = useState<ImageFormat>('png')
  const [files, setFiles] = useState<ReadonlyMap<ImageFormat, Blob>>(new Map())
  // After the picture is on screen: four files of a code with a logo take a moment.
  useEffect(() => {
    const timer = setTimeout(() =>
      setFiles(drawn && !drawn.isLoading ? codeFiles(drawn.symbol, drawn.design) : new Map()),
    )
    return () => clearTimeout(timer)
  }, [drawn])
  const formats: ImageFormat[] = files.size > 0 ? [...files.keys()] : ['png']
  const chosen = formats.includes(format) ? format : 'png'

  async function download() {
    const file = files.get(chosen)
    if (!file) return showToast({ kind: 'error', title: t('no-format-available') })
    const { title: name, dynamicId, codeRedirect: address } = code
    const isTrial = isTrialLink(address, config)
    const named = { name, dynamicId, address, contentType: 'Website-pdf', content: {}, isTrial }
    saveFile(file, `${await codeFileName(named, language)}.${chosen}`)
  }

  return (
    <>
      <SegmentedControl
        label={t('format')}
        options={formats.map((value) => ({ value, label: value.toUpperCase() }))}
        value={chosen}
        onChange={setFormat}
      />
      {files.size === 1 && <p className="fine muted">{t('pdf-codes:png-only')}</p>}
      <Button
        fullWidth
        loading={drawn?.isLoading ?? false}
        leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
        onClick={() => void download()}
      >
        {t('download', { format: chosen.toUpperCase() })}
      </Button>
      <PrintSize format={chosen} pixels={drawn && pngPixels(drawn.symbol, drawn.design)} />
    </>
  )
}
