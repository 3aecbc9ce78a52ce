import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type CSSProperties, type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../button/button'
import { Tile } from '../tile/tile'
import styles from './dialog.module.css'
import { useModal } from './use-modal'

export interface DialogFrameProps {
  title: string
  /** Without it, it is drawn only while it is open. */
  opened?: boolean
  /** Width in px where it is not a sheet. */
  size?: number
  /** `wide` has a line under the head and no padding around the content; a `question` is never a sheet. */
  look?: 'form' | 'wide' | 'question'
  /** Before the title. */
  icon?: ReactNode
  /** Between the title and the cross: a state, or further actions. */
  badge?: ReactNode
  /** The buttons. */
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog that rises within 200 ms; on 960 px and less it is a sheet from the bottom. The element marked
 * `data-autofocus` in it has the focus first, else its title.
 */
export function Dialog({ opened = true, ...props }: DialogFrameProps) {
  return opened ? createPortal(<OpenDialog {...props} />, document.body) : null
}

function OpenDialog({ title, size = 520, look = 'form', ...props }: Omit<DialogFrameProps, 'opened'>) {
  const { icon, badge, footer, onClose, children } = props
  const { t } = useTranslation('common')
  const titleId = useId()
  const modal = useModal(onClose)
  const outside = usePressOutside(onClose)
  return (
    <dialog {...modal} {...outside} aria-labelledby={titleId} className={styles.screen} data-look={look}>
      {/* Takes the focus from a press beside its buttons, so that the keys go on to the dialog. */}
      <div
        className={`stack ${styles.box}`}
        tabIndex={-1}
        style={{ '--dialog-size': `${size}px` } as CSSProperties}
      >
        <div className={`row gap-6 ${styles.header}`}>
          <h2 id={titleId} className={`row fill gap-6 ${styles.title}`} tabIndex={-1} data-autofocus>
            {icon && <Tile size={34}>{icon}</Tile>}
            <span className={styles.words}>{title}</span>
          </h2>
          {badge}
          <IconButton size={36} className={styles.close ?? ''} aria-label={t('close')} onClick={onClose}>
            <IconX size={20} stroke={1.7} aria-hidden />
          </IconButton>
        </div>
        <div className={styles.body}>{children}</div>
        {footer && <div className={`row wrap gap-5 ${styles.footer}`}>{footer}</div>}
      </div>
    </dialog>
  )
}

/** A press that begins and ends beside the box; one that selects text may end there. */
export function usePressOutside(onPress: () => void) {
  const beganOutside = useRef(false)
  const isOutside = ({ target, currentTarget }: MouseEvent) => target === currentTarget
  return {
    onMouseDown: (event: MouseEvent) => {
      beganOutside.current = isOutside(event)
    },
    onClick: (event: MouseEvent) => {
      if (beganOutside.current && isOutside(event)) onPress()
    },
  }
}
