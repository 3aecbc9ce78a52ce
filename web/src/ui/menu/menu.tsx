import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import styles from './menu.module.css'

export interface PopMenuProps {
  /** The button it belongs to; `useDropPanel` around both closes it. */
  anchorRef: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
  /** `MenuItem`s. */
  children: ReactNode
}

const GAP_PX = 6
const MARGIN_PX = 8

/** A menu over everything else, under its button or above it where there is no room. The first item has the focus. */
export function Menu({ anchorRef, label, onClose, children }: PopMenuProps) {
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const panel = ref.current
    if (!panel || !anchorRef.current) return
    panel.showPopover()
    place(panel, anchorRef.current)
    panel.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true })
  }, [anchorRef])

  const close = useEffectEvent(onClose)
  // It would not follow its button.
  useEffect(() => {
    const onMove = () => close()
    window.addEventListener('scroll', onMove, { capture: true, passive: true })
    window.addEventListener('resize', onMove)
    return () => {
      window.removeEventListener('scroll', onMove, { capture: true })
      window.removeEventListener('resize', onMove)
    }
  }, [])

  return (
    <div
      ref={ref}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      onKeyDown={moveFocus}
    >
      {children}
    </div>
  )
}

function place(panel: HTMLElement, anchor: HTMLElement) {
  const button = anchor.getBoundingClientRect()
  const { width, height } = panel.getBoundingClientRect()
  const isRtl = document.documentElement.dir === 'rtl'
  const under = button.bottom + GAP_PX
  const hasRoom = under + height + MARGIN_PX <= window.innerHeight
  const top = hasRoom ? under : Math.max(MARGIN_PX, button.top - GAP_PX - height)
  const wanted = isRtl ? button.left : button.right - width
  const left = Math.min(Math.max(MARGIN_PX, wanted), window.innerWidth - width - MARGIN_PX)
  panel.style.top = `${top}px`
  panel.style.left = `${left}px`
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const place = items.indexOf(document.activeElement as HTMLElement)
  const next: Record<string, number> = {
    ArrowDown: (place + 1) % items.length,
    ArrowUp: (place - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  const target = next[event.key]
  if (target === undefined) return
  event.preventDefault()
  event.stopPropagation()
  items[target]?.focus()
}

export interface PopMenuItemProps {
  icon: ReactNode
  /** Red: the act takes something away. */
  isDangerous?: boolean
  onClick: () => void
  children: ReactNode
}

export function MenuItem({ icon, isDangerous = false, onClick, children }: PopMenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      data-danger={isDangerous || undefined}
      // Esc closes the menu, not a dialog around it.
      data-mantine-stop-propagation
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  )
}
