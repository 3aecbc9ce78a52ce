import type { QrCustomSettings } from '@scanleaf/qr'
import { DEFAULT_QR_SETTINGS } from '@scanleaf/qr'
import IconPalette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs'
import { type ComponentType, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../lib/api/api-error'
import { useConfig } from '../../../lib/config'
import { useLinkBase } from '../../../lib/link-base'
import type { DesignDialogProps } from '../../../lib/qr/design-dialog'
import { presetOf, withLooksOf } from '../../../lib/qr/presets'
import { StyleGallery } from '../../../ui/qr/style-gallery'
import { showToast } from '../../../ui/toast/toasts'
import styles from '../generator-page.module.css'
import type { Generator } from '../state/use-generator'

export interface OpenTools {
  isOpen: boolean
  open: () => void
  close: () => void
}

export function useDesignTools(): OpenTools {
  const [isOpen, setIsOpen] = useState(false)
  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}

export interface DesignToolsProps {
  tools: OpenTools
  generator: Generator
  DesignDialog: ComponentType<DesignDialogProps>
}

/** The ready designs, and the way to logo and colours. */
export function DesignTools({ tools, generator, DesignDialog }: DesignToolsProps) {
  const { t } = useTranslation('generator')
  const { qrPresets } = useConfig()
  const linkBase = useLinkBase()
  const { draft, drawn, applyDesign, confirmation } = generator
  const { ask } = confirmation
  const settings = draft.settings ?? DEFAULT_QR_SETTINGS

  async function choose(looks: QrCustomSettings, anyway: boolean) {
    try {
      await applyDesign(withLooksOf(looks, settings), draft.logo, anyway)
    } catch (error) {
      if (!anyway && error instanceof ApiError && error.code === 'DesignNotScannable') {
        ask({ confirm: () => void choose(looks, true).then(() => ask(null)) })
      } else showToast({ kind: 'error', title: messageOf(error, t('error-saving-qrcode')) })
    }
  }

  return (
    <div>
      <div className={styles.toolsHead}>
        <span className={styles.toolsTitle}>{t('style')}</span>
        <button type="button" className={styles.toolsLink} onClick={tools.open}>
          <IconPalette size={16} stroke={1.7} aria-hidden />
          {t('colors-and-logo')}
        </button>
      </div>
      <StyleGallery
        presets={qrPresets}
        value={presetOf(qrPresets, settings)}
        onChoose={(looks) => void choose(looks, false)}
      />
      {tools.isOpen && (
        <Suspense>
          <DesignDialog
            // Before anything is typed, a code of the usual form is used.
            payload={drawn.payload ?? linkBase}
            settings={draft.settings}
            logo={draft.logo}
            labels={drawn.labels}
            onSave={applyDesign}
            onClose={tools.close}
          />
        </Suspense>
      )}
    </div>
  )
}
