import { PNG_DOTS_PER_INCH, printMillimetres } from '@scanleaf/qr'
import { languageOf } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import type { ImageFormat } from '../../lib/qr/draw'
import styles from './print-size.module.css'

export interface PrintSizeProps {
  format: ImageFormat
  /** Pixels of the picture. */
  size: number
}

/** How wide a file is printed, for beside its download. */
export function PrintSize({ format, size }: PrintSizeProps) {
  const { t } = useTranslation('common')
  const { intl } = languageOf(useLanguage())
  const millimetres = printMillimetres(format, size)
  if (millimetres === null) return <p className={styles.size}>{t('print-size.any')}</p>
  const side = new Intl.NumberFormat(intl, {
    style: 'unit',
    unit: 'millimeter',
    maximumFractionDigits: 0,
  }).format(millimetres)
  const text = t(format === 'png' ? 'print-size.png' : 'print-size.page', { side, dpi: PNG_DOTS_PER_INCH })
  return <p className={styles.size}>{text}</p>
}
