import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './banner.module.css'

export interface BannerProps {
  /** Blue informs, amber asks for something, red says what does not work until then. */
  tone: 'info' | 'pending' | 'past-due'
  children: ReactNode
  /** Where something can be done about it: a `Link` or a button of class `bannerLink`. */
  link?: ReactNode
  onClose?: () => void
}

export const bannerLink = styles.link

/** Something the account holder has to know, over a screen or in a part of it. */
export function Banner({ tone, children, link, onClose }: BannerProps) {
  const { t } = useTranslation('common')
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle
  return (
    <div className={`row small gap-5 ${styles.notice}`} data-tone={tone} role="status">
      <Icon size={18} stroke={1.7} aria-hidden />
      <p className={`fill ${styles.text}`}>{children}</p>
      {link}
      {onClose && (
        <button type="button" className={`centred ${styles.close}`} aria-label={t('close')} onClick={onClose}>
          <IconX size={16} stroke={1.7} aria-hidden />
        </button>
      )}
    </div>
  )
}

/** Banners over a screen, one under the other. */
export const BannerStack = ({ children }: { children: ReactNode }) => (
  <div className={`gap-4 ${styles.strip}`}>{children}</div>
)
