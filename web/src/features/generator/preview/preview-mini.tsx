import { useTranslation } from 'react-i18next'
import { QrImage } from '../../../ui/qr/qr-image'
import { QualityWord } from '../../../ui/qr/scan-meter'
import type { Generator } from '../state/use-generator'
import styles from './preview-mini.module.css'

export interface PreviewMiniProps {
  generator: Generator
  /** The words are read out, not shown: there is no room beside the buttons. */
  isBare: boolean
}

/** The code in small and its quality, which lead to the full preview. */
export function PreviewMini({ generator, isBare }: PreviewMiniProps) {
  const { t } = useTranslation('generator')
  const { drawing, verdict } = generator.drawn
  return (
    <>
      <span className={styles.paper}>{drawing.svg !== null && <QrImage svg={drawing.svg} label="" />}</span>
      <span className={isBare ? 'visually-hidden' : `stack ${styles.words}`}>
        <span>{t('preview')}</span>
        {drawing.svg !== null && <QualityWord verdict={verdict} />}
      </span>
    </>
  )
}
