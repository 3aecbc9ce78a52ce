import { useState } from 'react'
import { type Draft, isSame } from './draft'

const MAX_STEPS = 100

interface History {
  past: readonly Draft[]
  present: Draft
  /** What the last step changed: typing on in one field is one step. */
  field: string | null
}

/** A draft with its steps, each of which can be taken back. */
export function useDraft(stored: Draft) {
  const [{ past, present }, setHistory] = useState<History>({ past: [], present: stored, field: null })
  return {
    draft: present,
    isChanged: !isSame(present, stored),
    canUndo: past.length > 0,
    /** @param field that is typed in; null for a step of its own */
    change: (next: Draft, field: string | null = null) =>
      setHistory((before) =>
        field !== null && field === before.field
          ? { ...before, present: next }
          : { past: [...before.past, before.present].slice(-MAX_STEPS), present: next, field },
      ),
    undo: () =>
      setHistory((before) => ({
        past: before.past.slice(0, -1),
        present: before.past.at(-1) ?? before.present,
        field: null,
      })),
    /** Starts over, with an empty undo history. */
    restart: (next: Draft) => setHistory({ past: [], present: next, field: null }),
  }
}
