import type { Language } from '@scanleaf/shared'

/** One row of a table: its label, a detail in small type, and its value. */
export interface TableRow {
  label: string
  detail?: string
  value: string
  /** Of the largest value, 0 to 1, drawn as a bar; without it none. */
  share?: number
}

/** A column of a chart; `share` is that of the highest, 0 to 1. */
export interface Bar {
  label: string
  value: string
  share: number
  /** In a darker tone. */
  isStrong: boolean
}

/**
 * Parts of a mail, one below the other. Their texts are plain; user input is between isolates
 * ({@link isolate}).
 */
export type Block =
  | { type: 'text'; text: string }
  | { type: 'figure'; value: string; label: string; change: { text: string; isGood: boolean }; more: string }
  | { type: 'bars'; bars: Bar[] }
  | { type: 'table'; head: [string, string] | null; rows: TableRow[] }
  | { type: 'note'; text: string }
  | { type: 'button'; text: string; url: string }

/** A mail before it is drawn. */
export interface MailDocument {
  language: Language
  /** The letter head: the product's name. */
  appName: string
  heading: string
  /** Below the heading, in small type. */
  subheading: string | null
  blocks: Block[]
  footer: {
    reason: string
    links: { text: string; url: string }[]
    /** Host of the application. */
    host: string
  }
}

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const MAX_WRITTEN_LENGTH = 200

/** User input, on one line, truncated, so that its direction does not change the sentence around it (UAX #9 §2.7). */
export function isolate(text: string): string {
  const line = text
    .replace(BIDI_CONTROLS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = [...line]
  const cut =
    characters.length > MAX_WRITTEN_LENGTH ? `${characters.slice(0, MAX_WRITTEN_LENGTH - 1).join('')}…` : line
  return `${FIRST_STRONG_ISOLATE}${cut}${POP_ISOLATE}`
}

/** Isolates as elements, in HTML that is escaped already. */
export const isolatesAsElements = (html: string): string =>
  html.replaceAll(FIRST_STRONG_ISOLATE, '<bdi>').replaceAll(POP_ISOLATE, '</bdi>')

/** For places that show them as boxes. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, '')
