import { useSyncExternalStore } from 'react'

/** Open or closed survives a reload of the tab, and a navigation where the screen stays in sight beside it. */
const STORED = 'chat-open'

/** Narrower than `--roomy`, the open assistant is a sheet over the screen, which nothing under it can be pressed beside. */
export const IS_SHEET = '(max-width: 1391px)'

let isOpen = sessionStorage.getItem(STORED) === 'true'
const listeners = new Set<() => void>()

export function setChatOpen(next: boolean): void {
  isOpen = next
  sessionStorage.setItem(STORED, String(next))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useChatOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
