import type { RowNaming } from './log-dictionaries'

/** A row by the texts that the log has of it. */
export interface NamedRow {
  codeId: string
  userAgent: string
  browser: string
  referrer: string
  language: string
  country: string
}

export const ROW_NAMING: RowNaming<NamedRow> = {
  code: { keyOf: ({ codeId }) => codeId, entryOf: ({ codeId }) => [codeId] },
  agent: {
    keyOf: ({ browser, userAgent }) => `${browser} ${userAgent}`,
    entryOf: ({ browser, userAgent }) => ['phone', 'Android', browser, userAgent],
  },
  referrer: { keyOf: ({ referrer }) => referrer, entryOf: ({ referrer }) => [referrer] },
  language: { keyOf: ({ language }) => language, entryOf: ({ language }) => [language] },
  country: { keyOf: ({ country }) => country, entryOf: ({ country }) => [country] },
}
