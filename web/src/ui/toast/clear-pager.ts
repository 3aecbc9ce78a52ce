import { stack } from './toasts'

/** Room between the toasts and the control. */
const GAP_PX = 8

/**
 * Keeps toasts above a control while that is at the bottom of the window, so that it can still be pressed.
 * @returns ends it
 */
export function clearPager(pager: HTMLElement): () => void {
  const place = () => {
    stack.style.removeProperty('inset-block-end')
    const control = pager.getBoundingClientRect()
    const own = stack.getBoundingClientRect()
    if (control.top >= own.bottom || control.bottom <= own.top) return
    if (control.right <= own.left || control.left >= own.right) return
    stack.style.insetBlockEnd = `${window.innerHeight - control.top + GAP_PX}px`
  }
  const drawn = new MutationObserver(place)
  drawn.observe(stack, { childList: true })
  window.addEventListener('scroll', place, { passive: true })
  return () => {
    drawn.disconnect()
    window.removeEventListener('scroll', place)
    stack.style.removeProperty('inset-block-end')
  }
}
