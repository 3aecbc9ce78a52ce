import { useSyncExternalStore } from 'react'

/** Open or closed survives a reload of the tab, and a navigation where the screen stays in sight beside it. */
const STORED = 'chat-open'

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
