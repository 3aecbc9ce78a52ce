import { topModal } from './modal-stack'

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]'

const focusables = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(FOCUSABLE)]

const takesFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.getClientRects().length > 0 &&
  getComputedStyle(element).visibility === 'visible'

const isRadio = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'radio'

/** The radios of a group are one stop. */
const isSameStop = (one: Element | null, other: Element): boolean =>
  one === other || (isRadio(one) && isRadio(other) && one.form === other.form && one.name === other.name)

/**
 * Remembers the focused element. The returned function restores it: to the same element, or when that is gone to the
 * next one on the page, else to the previous one. It does nothing when something else has the focus by then.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement
  const page = focusables(topModal() ?? document)
  const place = page.indexOf(opener as HTMLElement)
  const wanted = place < 0 ? [] : [...page.slice(place), ...page.slice(0, place).reverse()]
  return () => {
    if (document.activeElement !== document.body) return
    wanted.find((element) => element.tabIndex >= 0 && takesFocus(element))?.focus({ preventScroll: true })
  }
}

/** Focuses the element marked `data-autofocus` in a dialog, the last of several. */
export function focusFirst(dialog: HTMLElement): void {
  const marked = [...dialog.querySelectorAll<HTMLElement>('[data-autofocus]')].filter(takesFocus)
  marked.at(-1)?.focus({ preventScroll: true })
}

/** Moves Tab from the last stop of a dialog to the first, and back: it would leave for the browser's own buttons. */
export function loopFocus(
  dialog: HTMLElement,
  event: { shiftKey: boolean; preventDefault: () => void },
): void {
  const stops = focusables(dialog).filter((element) => element.tabIndex >= 0 && takesFocus(element))
  if (event.shiftKey) stops.reverse()
  const [first] = stops
  const last = stops.at(-1)
  const now = document.activeElement
  if (!first || !last) return
  const isOutside =
    now === null || !dialog.contains(now) || (event.shiftKey && !stops.includes(now as HTMLElement))
  if (!isOutside && !isSameStop(now, last)) return
  event.preventDefault()
  const chosen = stops.find((stop) => isSameStop(stop, first) && isRadio(stop) && stop.checked)
  ;(chosen ?? first).focus()
}
