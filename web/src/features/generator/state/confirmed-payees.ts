import { useSyncExternalStore } from 'react'

const ITEM = 'confirmed-payees'
/** Oldest are forgotten first. */
const MAX_REMEMBERED = 50

const listeners = new Set<() => void>()

/** Accounts whose name a person has read in a banking app, by bank and number; what cannot be read is none. */
function remembered(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(ITEM) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Whether the name of an account was read, and what a person says of it. */
export function useConfirmedPayee(
  payee: string,
): [isConfirmed: boolean, set: (isConfirmed: boolean) => void] {
  const isConfirmed = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => remembered().includes(payee),
  )
  function set(next: boolean) {
    const others = remembered().filter((each) => each !== payee)
    localStorage.setItem(ITEM, JSON.stringify((next ? [...others, payee] : others).slice(-MAX_REMEMBERED)))
    for (const listener of listeners) listener()
  }
  return [isConfirmed, set]
}
