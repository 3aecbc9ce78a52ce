/** What bounds the work of requests, in milliseconds. */
export interface Limits {
  /** For one statement. */
  statementMs: number
  /** For a free connection; for a turn of the embedded engine several times as long. */
  waitMs: number
}

export const REQUEST_LIMITS: Limits = { statementMs: 2000, waitMs: 1000 }

export const PING_MS = 2000

/** Rejects when `work` has not settled in time; the work itself continues. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
