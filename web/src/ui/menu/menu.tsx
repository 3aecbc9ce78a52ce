import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect } from 'react'
import styles from './menu.module.css'
import { usePopover } from './use-popover'

export interface PopMenuProps {
  /** The button it belongs to; `useDropPanel` around both closes it. */
  anchorRef: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
  /** `MenuItem`s. */
  children: ReactNode
}

const ITEMS = '[role^="menuitem"]'

/**
 * A menu over everything else, under its button or above it where there is no room. The chosen item has the focus, else the
 * first one.
 */
export function Menu({ anchorRef, label, onClose, children }: PopMenuProps) {
  // It would not follow its button.
  const ref = usePopover<HTMLDivElement>(anchorRef, 'below', onClose)
  useLayoutEffect(
    () =>
      (
        ref.current?.querySelector<HTMLElement>('[aria-checked="true"]') ??
        ref.current?.querySelector<HTMLElement>(ITEMS)
      )?.focus({ preventScroll: true }),
    [ref],
  )
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

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)]
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
  /** Whether it is the chosen one of several. */
  isChosen?: boolean
  /** Red: the action is destructive. */
  isDangerous?: boolean
  onClick: () => void
  children: ReactNode
}

export function MenuItem({ icon, isChosen, isDangerous = false, onClick, children }: PopMenuItemProps) {
  const role =
    isChosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChosen }
  return (
    <button
      type="button"
      {...role}
      tabIndex={-1}
      className={`row gap-5 ${styles.item}`}
      data-danger={isDangerous || undefined}
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  )
}
