import { useClickOutside } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'

/**
 * A panel that a button opens under it: closed by a press outside, by Escape (focus returns to the button) and when
 * the focus moves on. `rootRef` goes on the element around both.
 */
export function useDropdown() {
  const [isOpen, setIsOpen] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const close = () => setIsOpen(false)
  const rootRef = useClickOutside<HTMLDivElement>(close)
  const closeToButton = () => {
    close()
    buttonRef.current?.focus()
  }
  return {
    isOpen,
    close,
    closeToButton,
    toggle: () => setIsOpen(!isOpen),
    buttonRef,
    rootProps: {
      ref: rootRef,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        closeToButton()
      },
      onBlur: (event: { currentTarget: HTMLElement; relatedTarget: EventTarget | null }) => {
        const { relatedTarget } = event
        if (relatedTarget instanceof Node && !event.currentTarget.contains(relatedTarget)) close()
      },
    },
  }
}
