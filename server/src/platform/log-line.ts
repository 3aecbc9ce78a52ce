import { hostname } from 'node:os'

/** As pino numbers them. */
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 }
const RANKS = new Map([
  ['trace', 10],
  ...Object.entries(LEVELS),
  ['fatal', 60],
  ['silent', Number.POSITIVE_INFINITY],
])

export type LineLevel = keyof typeof LEVELS

/**
 * Writes lines as the log of the program does (logging.ts), without what it loads: for processes that have to be small.
 * @param least LOG_LEVEL; lines below it are left out
 */
export function openLines(least: string) {
  const from = RANKS.get(least) ?? LEVELS.info
  // Whoever reads the lines may have ended: that must not end us.
  process.stdout.on('error', () => {})
  return (level: LineLevel, message: string, fields: object = {}, failure?: Error): void => {
    if (LEVELS[level] < from) return
    const err = failure && { type: failure.name, message: failure.message, stack: failure.stack }
    const origin = { level: LEVELS[level], time: Date.now(), pid: process.pid, hostname: hostname() }
    process.stdout.write(`${JSON.stringify({ ...origin, ...fields, ...(err && { err }), msg: message })}\n`)
  }
}
