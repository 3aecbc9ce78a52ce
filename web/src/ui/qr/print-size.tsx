import { PNG_DOTS_PER_INCH, printMillimetres } from '@scanleaf/qr'
import { languageOf } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../lib/i18n/i18n'
import type { ImageFormat } from '../../lib/qr/draw'
import styles from './print-size.module.css'

export interface PrintSizeProps {
  format: ImageFormat
  /** Pixels of the PNG; null while they are not known. */
  pixels: { width: number; height: number } | null
}

/** How large a file is and how wide it is printed, for beside its download. */
export function PrintSize({ format, pixels }: PrintSizeProps) {
  const { t } = useTranslation('common')
  const { intl } = languageOf(useLanguage())
  if (pixels === null) return <p className={`fine muted ${styles.size}`}>{'\u00a0'}</p>
  const millimetres = printMillimetres(format, pixels.width)
  if (millimetres === null) return <p className={`fine muted ${styles.size}`}>{t('print-size.any')}</p>
  const side = new Intl.NumberFormat(intl, {
    style: 'unit',
    unit: 'millimeter',
    maximumFractionDigits: 0,
  }).format(millimetres)
  const text = t(format === 'png' ? 'print-size.png' : 'print-size.page', { side, dpi: PNG_DOTS_PER_INCH })
  const size = bidiIsolate(`${pixels.width} × ${pixels.height} px`)
  return <p className={`fine muted ${styles.size}`}>{format === 'png' ? `${size} · ${text}` : text}</p>
}
