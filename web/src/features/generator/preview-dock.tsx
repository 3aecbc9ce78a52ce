import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drawing } from './drawing'
import { Drawn } from './drawn'
import styles from './preview-dock.module.css'
import { PREVIEW_ID } from './preview-pane'

/** At the bottom of a phone: the code in small, which leads to the full preview, and the main button. */
export function PreviewDock({ drawing, children }: { drawing: Drawing; children: ReactNode }) {
  const { t } = useTranslation('generator')

  function openPreview() {
    const preview = document.getElementById(PREVIEW_ID)
    preview?.scrollIntoView({ behavior: 'smooth', block: 'start' })
    preview?.focus({ preventScroll: true })
  }

  return (
    <div className={styles.dock}>
      <button type="button" className={styles.mini} onClick={openPreview}>
        <span className={styles.paper}>
          {drawing.svg !== null && <Drawn svg={drawing.svg} label={t('preview.image')} />}
        </span>
        <span className={styles.label}>{t('preview')}</span>
      </button>
      {children}
    </div>
  )
}
