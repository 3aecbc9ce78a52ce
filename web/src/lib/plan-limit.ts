import { useSyncExternalStore } from 'react'
import { ApiError } from './api/api-error'

const LIMITS = ['ExceedLimitation', 'PurchaseFailure']

/**
 * Whether the plan holds no more of it, or something has to be paid first (spec §8). A limit that is a field's, such as
 * of the files of an account, no plan lifts.
 */
export const isPlanLimit = (error: unknown): error is ApiError =>
  error instanceof ApiError && LIMITS.includes(error.code) && Object.keys(error.fields).length === 0

let shown: string | null = null
const listeners = new Set<() => void>()

function show(message: string | null) {
  shown = message
  for (const listener of listeners) listener()
}

/** Opens the dialog over the screen that leads to the plans. @param message the server's words */
export const showPlanLimit = ({ message }: ApiError): void => show(message)

export const closePlanLimit = (): void => show(null)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The text of the dialog; null when it is closed. */
export const usePlanLimit = (): string | null => useSyncExternalStore(subscribe, () => shown)
