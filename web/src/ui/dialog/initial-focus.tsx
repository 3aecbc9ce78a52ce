/**
 * First in a dialog: hands the focus on to what is marked `data-autofocus` in it, the last of several. Mantine's
 * `useFocusTrap` asks for the focus twice, on a slow processor some hundredths of a second apart; who has gone on in
 * between stays where they are.
 */
export const InitialFocus = () => <span ref={listen} tabIndex={-1} data-autofocus />

const listen = (element: HTMLElement | null) => element?.addEventListener('focus', handOn)

function handOn({ target, relatedTarget: before }: FocusEvent): void {
  if (!(target instanceof Element)) return
  const dialog = target.closest('[role=dialog]')
  const isInside = before instanceof Element && dialog?.contains(before)
  const marked = isInside ? before : [...(dialog?.querySelectorAll('[data-autofocus]') ?? [])].at(-1)
  if (marked instanceof HTMLElement && marked !== target) marked.focus({ preventScroll: true })
}
