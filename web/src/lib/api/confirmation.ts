import { useSyncExternalStore } from 'react'
import { ApiError } from './api-error'

/** One question for all who wait for its answer. */
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

function ask(): Promise<boolean> {
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

/** Whether the dialog that asks who it is stands open. */
export const useIsConfirming = (): boolean => useSyncExternalStore(subscribe, () => question !== null)

/**
 * Runs a call; when the server wants to know first who it is (403 `ConfirmationRequired`), asks in a dialog and runs it
 * again. A user who gives up leaves the server's refusal as it came.
 */
async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'ConfirmationRequired'
    if (isAsked && (await ask())) return call()
    throw error
  }
}

/** How a screen runs calls that are sensitive. */
export const useConfirmed = () => confirmed
