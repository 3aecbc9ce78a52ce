import { DEFAULT_QR_SETTINGS } from '@scanleaf/qr'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMemo } from 'react'
import { saveFile } from '../../../../lib/api/download'
import { fileOf, previewSvg, symbolOf } from '../../../../lib/qr/draw'
import { Button } from '../../../../ui/button/button'
import { QrImage } from '../../../../ui/qr/qr-image'
import styles from './payment-qr.module.css'

export interface DrawnPaymentProps {
  /** The code for the bank's or the wallet's app. */
  text: string
  label: string
  /** The code leads nowhere any more. */
  isOver?: boolean
}

/** A payment as a QR code, drawn by our engine: plain black on white, as the apps of banks read it best. */
export function PaymentQr({ text, label, isOver = false }: DrawnPaymentProps) {
  const svg = useMemo(() => {
    const symbol = symbolOf(text, 'M')
    return symbol && previewSvg(symbol, DEFAULT_QR_SETTINGS)
  }, [text])
  if (svg === null) return null
  return (
    <span className={styles.paper} data-over={isOver || undefined}>
      <QrImage svg={svg} label={label} />
    </span>
  )
}

/** Saves the code as a picture: banking apps read one from the photos of the phone that shows it. */
export function SaveQr({ text, name, label }: { text: string; name: string; label: string }) {
  function save() {
    const symbol = symbolOf(text, 'M')
    if (symbol) saveFile(fileOf(symbol, DEFAULT_QR_SETTINGS, 'png'), `${name}.png`)
  }
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
      onClick={save}
    >
      {label}
    </Button>
  )
}
