import { PDF_DETAILS_DELAY_MS } from '@scanleaf/shared'
import { changedDetails, type Details } from '../fields/details'
import { startTimer as browserAfter, type StartTimer } from '../timer'

export type AutosaveState =
  | { name: 'idle' }
  /** Typed and not sent yet. */
  | { name: 'waiting' }
  | { name: 'sending' }
  | { name: 'saved'; at: Date }
  | { name: 'failed'; error: unknown }

export interface DetailsPushOptions {
  stored: Details
  /** Sends a change; gives the details as they are stored now. */
  send: (change: Partial<Details>) => Promise<Details>
  onState: (state: AutosaveState) => void
  after?: StartTimer
}

/** Details that save themselves. */
export interface DetailsPush {
  /** The typed values: sent a second after the last key (spec §9). */
  type: (details: Details) => void
  /** Sends at once what waits or has failed. */
  flush: () => void
}

/**
 * Sends valid changes, one call after the other. A failed one is sent again: with the next key, or by
 * `flush`.
 */
export function createDetailsAutosave({
  stored: atStart,
  send,
  onState,
  after = browserAfter,
}: DetailsPushOptions): DetailsPush {
  let stored = atStart
  let typed = atStart
  let isSending = false
  let stopWaiting = () => {}

  const unsent = () => Object.keys(changedDetails(typed, stored)).length > 0

  async function push() {
    stopWaiting()
    // Changes meanwhile are sent after the running call.
    if (isSending) return
    if (!unsent()) return onState({ name: 'idle' })
    isSending = true
    onState({ name: 'sending' })
    const of = typed
    try {
      stored = await send(changedDetails(of, stored))
      isSending = false
      if (typed === of || !unsent()) onState({ name: 'saved', at: new Date() })
      else wait()
    } catch (error) {
      isSending = false
      if (typed === of) onState({ name: 'failed', error })
      else wait()
    }
  }

  function wait() {
    stopWaiting()
    stopWaiting = after(PDF_DETAILS_DELAY_MS, () => void push())
    if (!isSending) onState({ name: unsent() ? 'waiting' : 'idle' })
  }

  return {
    type: (details) => {
      typed = details
      wait()
    },
    flush: () => void push(),
  }
}
