import { DEFAULT_QR_SETTINGS } from '@scanleaf/qr'
import { useMemo } from 'react'
import { previewSvg, symbolOf } from '../../../lib/qr/draw'
import { QrImage } from '../../../ui/qr/qr-image'
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
