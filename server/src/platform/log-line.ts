import { hostname } from 'node:os'
import { styleText } from 'node:util'
import { parseJson } from '@scanleaf/shared/json'

/** As pino numbers them. */
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 }
const RANKS = new Map([
  ['trace', 10],
  ...Object.entries(LEVELS),
  ['fatal', 60],
  ['silent', Number.POSITIVE_INFINITY],
])

export type LineLevel = keyof typeof LEVELS

/** `LOG_FORMAT`: one JSON object a line for machines, or lines for people. */
export type LogFormat = 'json' | 'text'

/** For whoever has chosen none: lines for people in a terminal. */
export const defaultLogFormat = (): LogFormat => (process.stdout.isTTY ? 'text' : 'json')

/** Fields of each JSON line that say nothing to somebody who watches one terminal. */
const ORIGIN = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'reqId', 'trace_id', 'span_id'])
/** Control characters and marks of direction: whoever sends a request must not draw in the terminal. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** A JSON line of the log, as a person reads it; `LOG_FORMAT=text`. */
export function textLine(line: string): string {
  const { level, time, msg, err, ...fields } = parseJson(line) as Record<string, unknown>
  const rest = Object.entries(fields).filter(([name]) => !ORIGIN.has(name))
  const told = rest.map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const { message = '', stack = '' } = (err ?? {}) as { message?: string; stack?: string }
  const cause = message === '' ? '' : `: ${message}`
  const head = `${clock} ${nameOf(Number(level))} ${printable(`${msg}${told.join('')}${cause}`)}\n`
  // Where to look for a bug; what is only a warning has its reason in the line.
  const frames = Number(level) < LEVELS.error ? [] : stack.split('\n').filter((each) => /^\s+at /.test(each))
  return head + frames.map((frame) => `    ${printable(frame.trim())}\n`).join('')
}

const printable = (text: string): string =>
  text.replace(UNSAFE, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)

function nameOf(level: number): string {
  if (level >= LEVELS.error) return styleText('red', 'error')
  if (level >= LEVELS.warn) return styleText('yellow', 'warn ')
  return level >= LEVELS.info ? 'info ' : 'debug'
}

/**
 * Writes lines as the log of the program does (logging.ts), without what it loads: for processes that have to be small.
 * @param least LOG_LEVEL; lines below it are left out
 */
export function openLines(least: string, format: LogFormat) {
  const from = RANKS.get(least) ?? LEVELS.info
  // Whoever reads the lines may have ended: that must not end us.
  process.stdout.on('error', () => {})
  return (level: LineLevel, message: string, fields: object = {}, failure?: Error): void => {
    if (LEVELS[level] < from) return
    const err = failure && { type: failure.name, message: failure.message, stack: failure.stack }
    const origin = { level: LEVELS[level], time: Date.now(), pid: process.pid, hostname: hostname() }
    const line = `${JSON.stringify({ ...origin, ...fields, ...(err && { err }), msg: message })}\n`
    process.stdout.write(format === 'text' ? textLine(line) : line)
  }
}
