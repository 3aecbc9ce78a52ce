import { createHash } from 'node:crypto'

/** A style or a script inside a page, as a source of its Content-Security-Policy (CSP 3 §2.3.1). */
export const sourceHash = (source: string): string =>
  `'sha256-${createHash('sha256').update(source).digest('base64')}'`

/** Only the application may show a page inside another, as a preview. */
export const framingPolicy = (appUrl: string): string => `frame-ancestors 'self' ${new URL(appUrl).origin}`
