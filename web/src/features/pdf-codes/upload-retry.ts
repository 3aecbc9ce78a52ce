import { PDF_UPLOAD_ATTEMPTS, PDF_UPLOAD_TIMEOUT_MS, pdfUploadPauseMs } from '@scanleaf/shared'
import i18next from 'i18next'
import { ApiError } from '../../lib/api/api-error'
import { startTimer as browserAfter, type StartTimer } from './timer'

/** One try of a call that is repeated. */
export interface Attempt {
  /** From 1. */
  number: number
  /** Aborts this try: timeout, or cancelled. */
  signal: AbortSignal
  /** The upload makes progress: the timeout of this try restarts. */
  touch: () => void
}

export interface AttemptOptions {
  signal?: AbortSignal
  after?: StartTimer
}

/**
 * Sends up to three times (spec §9): a try without progress for 15 s has failed, and only a missing response or a
 * status of 500 and above is retried, a second later for each try so far.
 * @throws what the last try threw; the reason of `signal` when that gives up
 */
export async function withRetries<T>(
  send: (attempt: Attempt) => Promise<T>,
  { signal, after = browserAfter }: AttemptOptions = {},
): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await timed(send, number, signal, after)
    } catch (error) {
      signal?.throwIfAborted()
      if (number === PDF_UPLOAD_ATTEMPTS || !isWorthRetrying(error)) throw error
      await pause(pdfUploadPauseMs(number), signal, after)
    }
  }
}

const isWorthRetrying = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 0 || error.statusCode >= 500)

async function timed<T>(
  send: (attempt: Attempt) => Promise<T>,
  number: number,
  signal: AbortSignal | undefined,
  after: StartTimer,
): Promise<T> {
  signal?.throwIfAborted()
  const end = new AbortController()
  const giveUp = () => end.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp)
  const startTime = () => after(PDF_UPLOAD_TIMEOUT_MS, () => end.abort(noAnswer()))
  let stopTime = startTime()
  const touch = () => {
    stopTime()
    stopTime = startTime()
  }
  try {
    return await send({ number, signal: end.signal, touch })
  } finally {
    stopTime()
    signal?.removeEventListener('abort', giveUp)
  }
}

function pause(ms: number, signal: AbortSignal | undefined, after: StartTimer): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      stop()
      reject(signal?.reason)
    }
    const stop = after(ms, () => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    })
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}

function noAnswer(): ApiError {
  const message = i18next.t('common:no-answer')
  return new ApiError({ statusCode: 0, error: { code: 'Timeout', message }, message })
}
