import { useEffect, useEffectEvent } from 'react'

/** What Escape does in each dialog that is open, the topmost last. */
const open: (() => void)[] = []

/**
 * Escape leaves the topmost dialog alone. Mantine gives each dialog a listener of its own; React draws between two
 * listeners of one event, so that a dialog which the first had opened was closed by the second.
 */
export function useEscape(isOpen: boolean, onEscape: () => void): void {
  const leaveNow = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOpen) return
    const leave = () => leaveNow()
    if (open.push(leave) === 1) window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      open.splice(open.indexOf(leave), 1)
      if (open.length === 0) window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [isOpen])
}

function onKeyDown({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing) return
  // An open list or menu of Mantine's is left first, and says so.
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return
  open.at(-1)?.()
}
