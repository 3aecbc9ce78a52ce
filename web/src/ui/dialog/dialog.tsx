import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './dialog.module.css'
import { InitialFocus } from './initial-focus'
import { MantineIsland } from './mantine-island'
import { useEscape } from './use-escape'

export interface DialogFrameProps {
  title: string
  /** Without it, it is drawn only while it is open. */
  opened?: boolean
  /** Width in px where it is no sheet. */
  size?: number
  /** Before the title. */
  icon?: ReactNode
  /** Between the title and the cross: how it stands, or what else can be done. */
  badge?: ReactNode
  /** The buttons. */
  footer?: ReactNode
  /** With a line under the head, and no padding around the content. */
  isWide?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog that rises within 200 ms; on 960 px and less it is a sheet from the bottom. */
export function Dialog({
  title,
  opened = true,
  size = 520,
  icon,
  badge,
  footer,
  isWide = false,
  onClose,
  children,
}: DialogFrameProps) {
  const { t } = useTranslation('common')
  useEscape(opened, onClose)
  return (
    <MantineIsland>
      <Modal.Root
        opened={opened}
        onClose={onClose}
        closeOnEscape={false}
        centered
        radius={20}
        transitionProps={{ duration: 0 }}
        classNames={{ content: styles.content ?? '', inner: styles.inner ?? '' }}
      >
        <Modal.Overlay color="var(--scrim)" backgroundOpacity={1} />
        {/* The title names the dialog a moment after it has opened; until then the label does. */}
        <Modal.Content aria-label={title} style={{ '--dialog-size': `${size}px` } as CSSProperties}>
          <InitialFocus />
          <Modal.Header className={styles.header} data-wide={isWide || undefined} role="presentation">
            <Modal.Title className={styles.title} tabIndex={-1} data-autofocus>
              {icon && <span className={styles.tile}>{icon}</span>}
              {title}
            </Modal.Title>
            {badge}
            <Modal.CloseButton className={styles.close} aria-label={t('close')} />
          </Modal.Header>
          <Modal.Body className={styles.body} data-wide={isWide || undefined}>
            {children}
          </Modal.Body>
          {footer && <div className={styles.footer}>{footer}</div>}
        </Modal.Content>
      </Modal.Root>
    </MantineIsland>
  )
}
