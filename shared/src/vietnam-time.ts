const AHEAD_MS = 7 * 3_600_000

/**
 * The clocks of Vietnam at a time, as ISO 8601 without a zone: seven hours ahead of UTC the year round, since 1975.
 * `Intl` says the same, but a page's first formatter is slow (docs/decisions/web-app.md).
 * @example vietnamTime('2026-11-20T17:00:00Z') // '2026-11-21T00:00:00'
 */
export const vietnamTime = (time: Date | string): string =>
  new Date(new Date(time).getTime() + AHEAD_MS).toISOString().slice(0, 19)
