/** Room between the toasts and what they must not cover. */
const GAP_PX = 8

/** Keeps toasts above the page control while that is at the bottom of the window, so that paging stays possible. */
export function clearPager(stack: HTMLElement, signal: AbortSignal): void {
  const place = () => {
    stack.style.removeProperty('inset-block-end')
    const pager = document.querySelector('[data-pager]')?.getBoundingClientRect()
    const own = stack.getBoundingClientRect()
    if (!pager || pager.top >= own.bottom || pager.bottom <= own.top) return
    if (pager.right <= own.left || pager.left >= own.right) return
    stack.style.insetBlockEnd = `${window.innerHeight - pager.top + GAP_PX}px`
  }
  if (signal.aborted) return
  place()
  window.addEventListener('scroll', place, { passive: true, signal })
}
