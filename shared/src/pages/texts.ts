import { isBlank } from '@scanleaf/qr'
import * as z from 'zod'
import { LANGUAGE_CODES, type Language } from '../languages'
import { Line, MultiLine } from '../wire'

/** A text of the owner, by the languages that it is written in. */
export type OwnerText = Partial<Record<Language, string>>

/** A language without words counts as not written. */
const written = (texts: OwnerText): OwnerText =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => !isBlank(text)))

/** @param max characters in each language */
const textIn = (text: z.ZodString, max: number) =>
  z.partialRecord(z.enum(LANGUAGE_CODES), text.max(max)).overwrite(written)

/** A text that may be missing: then it is `{}`. */
export const ownerLine = (max: number) => textIn(Line, max).default({})

/** Overrides, embeddings and isolates of direction, by which words look like others (UAX #9 §2); its marks order a sentence. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** Lines and paragraphs. */
export const ownerParagraphs = (max: number) =>
  textIn(
    MultiLine.overwrite((text) => text.replace(TURNS, '')),
    max,
  ).refine(hasWords, { error: 'required' })

export const requiredOwnerLine = (max: number) => textIn(Line, max).refine(hasWords, { error: 'required' })

function hasWords(texts: OwnerText): boolean {
  return Object.keys(texts).length > 0
}

/**
 * A text as a visitor is shown it, and the language that it is in: the visitor's where the owner wrote it, else the
 * first of the page's languages that has it; null without any.
 */
export function ownerTextFor(
  texts: OwnerText,
  visitor: Language,
  languages: readonly Language[],
): { text: string; language: Language } | null {
  const language = [visitor, ...languages].find((code) => texts[code] !== undefined)
  const text = language && texts[language]
  return language === undefined || text === undefined ? null : { text, language }
}
