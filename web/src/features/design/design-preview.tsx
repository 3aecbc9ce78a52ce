import type { QrDesign, QrSymbol } from '@scanleaf/qr'
import { formatList } from '@scanleaf/shared'
import IconWand from '@tabler/icons-react/dist/esm/icons/IconWand.mjs'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import { pngPixels } from '../../lib/qr/code-pixels'
import { logoShare } from '../../lib/qr/logo'
import type { ScanCheckState } from '../../lib/qr/scan/use-scan-check'
import { Button } from '../../ui/button/button'
import { PrintSize } from '../../ui/qr/print-size'
import { QrImage } from '../../ui/qr/qr-image'
import { ScanMeter } from '../../ui/qr/scan-meter'
import styles from './design-preview.module.css'
import type { Repairing } from './use-repair'

export interface DesignPreviewProps {
  svg: string
  symbol: QrSymbol
  design: QrDesign
  verdict: ScanCheckState
  /** Why the default code is shown instead. */
  failure: string | null
  repairing: Repairing
}

/** The code as it will be, how well it is read, and what helps. */
export function DesignPreview({ svg, symbol, design, verdict, failure, repairing }: DesignPreviewProps) {
  const { t } = useTranslation('design')
  const language = useLanguage()
  return (
    <div className={`stack gap-8 ${styles.side}`}>
      <div className={`wrap ${styles.head}`}>
        <h3>{t('preview')}</h3>
        <span className={`muted ${styles.live}`}>{t('preview.live')}</span>
      </div>
      <span className={styles.paper} data-clear={design.backgroundColor === 'transparent' || undefined}>
        <QrImage svg={svg} label={t('preview.image')} />
      </span>
      <div className={`stack gap-5 ${styles.meter}`}>
        {failure !== null && (
          <p className={`fine ${styles.failure}`} role="alert">
            {failure}
          </p>
        )}
        <ScanMeter
          verdict={verdict}
          level={symbol.level}
          logoShare={design.logo ? logoShare(design.logo) : null}
        >
          {verdict.report?.passes === false && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconWand size={16} stroke={1.7} aria-hidden />}
              loading={repairing.isPending}
              onClick={repairing.start}
            >
              {t('repair')}
            </Button>
          )}
        </ScanMeter>
        <PrintSize format="png" pixels={pngPixels(symbol, design)} />
        {design.frame && <p className="fine muted">{t('frame.judged')}</p>}
        <p className={`fine ${styles.repaired}`} role="status">
          {repairing.steps.length > 0 &&
            t('repair.done', {
              steps: formatList(
                repairing.steps.map((step) => t(`repair.${step}`)),
                language,
              ),
            })}
        </p>
      </div>
    </div>
  )
}
