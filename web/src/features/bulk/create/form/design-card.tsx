import { DEFAULT_QR_SETTINGS } from '@scanleaf/qr'
import { type ComponentType, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../../lib/config'
import { useLinkBase } from '../../../../lib/link-base'
import type { DesignDialogProps } from '../../../../lib/qr/design-dialog'
import { previewSvg, symbolOf } from '../../../../lib/qr/draw'
import { useDrawableDesign } from '../../../../lib/qr/drawable-design'
import { presetOf } from '../../../../lib/qr/presets'
import { useScanCheck } from '../../../../lib/qr/scan/use-scan-check'
import { Button } from '../../../../ui/button/button'
import { QrImage } from '../../../../ui/qr/qr-image'
import { QualityWord } from '../../../../ui/qr/scan-meter'
import type { ManyDraft } from '../../state/draft'
import { payloadOf, SAMPLE_ID } from '../../state/payload'
import type { Cells } from '../../state/row-fields'
import styles from './form.module.css'

export interface DesignCardProps {
  draft: ManyDraft
  /** The row whose code stands for all. */
  first: Cells | undefined
  DesignDialog: ComponentType<DesignDialogProps>
  onChange: (change: Partial<ManyDraft>) => void
}

/** The one design of all codes of a run, drawn on the first one. */
export function DesignCard({ draft, first, DesignDialog, onChange }: DesignCardProps) {
  const { t } = useTranslation(['bulk', 'design'])
  const { qrPresets } = useConfig()
  const linkBase = useLinkBase()
  const [isOpen, setIsOpen] = useState(false)
  const settings = draft.settings ?? DEFAULT_QR_SETTINGS
  const payload = (first && payloadOf(draft.type, first, linkBase)) ?? `${linkBase}/${SAMPLE_ID}`
  const id = draft.type.isDynamic ? first?.dynamicId || SAMPLE_ID : null
  const labels = {
    name: first?.name || null,
    id,
    link: id && `${linkBase.replace(/^https?:\/\//, '')}/${id}`,
  }
  const { design, isLoading } = useDrawableDesign(settings, draft.logo, labels)
  const symbol = useMemo(
    () => symbolOf(payload, design.errorCorrectionLevel),
    [payload, design.errorCorrectionLevel],
  )
  const svg = useMemo(() => symbol && drawn(symbol, design), [symbol, design])
  const isPlain = draft.settings === null && draft.logo === null
  const verdict = useScanCheck(isPlain || isLoading || !svg ? null : payload, design)
  const preset = presetOf(qrPresets, settings)
  const look = [
    preset ? t(`design:preset.${preset}`) : t('design.own'),
    settings.frame && t(`design:frame.${settings.frame.kind}`),
  ]
  return (
    <div className={styles.design}>
      {svg && <QrImage svg={svg} label={t('design')} className={styles.picture ?? ''} />}
      <div className={styles.designText}>
        <b>{t('design')}</b>
        <span>{look.filter(Boolean).join(' · ')}</span>
        {verdict.state !== 'none' && <QualityWord verdict={verdict} />}
      </div>
      <Button variant="default" size="sm" onClick={() => setIsOpen(true)}>
        {t('change')}
      </Button>
      {isOpen && (
        <Suspense>
          <DesignDialog
            payload={payload}
            settings={draft.settings}
            logo={draft.logo}
            labels={labels}
            onSave={(next, logo, anyway) => onChange({ settings: next, logo, anyway })}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Null where the design cannot be drawn. */
function drawn(...[symbol, design]: Parameters<typeof previewSvg>): string | null {
  try {
    return previewSvg(symbol, design)
  } catch {
    return null
  }
}
