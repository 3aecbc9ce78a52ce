/** The modal dialogs that are open, the topmost last: everything outside of that one is inert, and not read aloud. */
const open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}

export const topModal = (): HTMLDialogElement | null => open.at(-1) ?? null

/** Calls `listener` when another dialog has become the topmost, or none is left. Returns a function that stops it. */
export function onTopModalChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Shows a dialog in the top layer, in the place of one that is open, and locks the scroll of the page. Returns a function
 * that closes it, and shows the one before again.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const under = topModal()
  if (under) under.dataset['covered'] = ''
  else lockScroll()
  dialog.showModal()
  open.push(dialog)
  notify()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    const top = topModal()
    if (top) delete top.dataset['covered']
    else unlockScroll()
    dialog.close()
    notify()
  }
}

/**
 * Hides the scroll bar of the page and passes its width to base.css, so that nothing moves into its place. What stands
 * beside the page (`--beside`) keeps its room.
 */
function lockScroll(): void {
  const root = document.documentElement
  const width = window.innerWidth - root.clientWidth
  root.style.setProperty('--scroll-bar', `calc(${width}px + var(--beside, 0px))`)
  root.dataset['scrollLock'] = ''
}

function unlockScroll(): void {
  const root = document.documentElement
  root.style.removeProperty('--scroll-bar')
  delete root.dataset['scrollLock']
}
