import { useSyncExternalStore } from 'react'
import { ApiError } from './api-error'

/** One dialog for all calls that wait for it. */
interface Question {
  answer: Promise<boolean>
  settle: (isConfirmed: boolean) => void
}

let question: Question | null = null
const listeners = new Set<() => void>()

function show(next: Question | null) {
  question = next
  for (const listener of listeners) listener()
}

/** Opens the confirmation dialog; false when its user gives up. */
export function askConfirmation(): Promise<boolean> {
  if (question) return question.answer
  let settle: Question['settle'] = () => undefined
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  show({ answer, settle })
  return answer
}

/** Closes the dialog. @param isConfirmed false when its user gave up */
export function settleConfirmation(isConfirmed: boolean): void {
  question?.settle(isConfirmed)
  show(null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the confirmation dialog is open. */
export const useIsConfirming = (): boolean => useSyncExternalStore(subscribe, () => question !== null)

/**
 * Runs a call; when the server requires a confirmation first (403 `ConfirmationRequired`), asks in a dialog and runs it
 * again. If the user cancels, the call fails with the server's refusal.
 */
async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'ConfirmationRequired'
    if (isAsked && (await askConfirmation())) return call()
    throw error
  }
}

/** How a screen runs calls that are sensitive. */
export const useConfirmed = () => confirmed
