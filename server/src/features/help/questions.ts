import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@scanleaf/shared'
import { documentsFolder } from './read-pages'

/** What answers a question: a section of the help as `page#number` (counted from 1), `tool:name`, or `none`. */
export type Subject = string

/** What nothing answers: small talk, and what the product does not do. */
export const NONE: Subject = 'none'

/** The name of the tool that a subject is; null for a section, and for none. */
export const toolOf = (subject: Subject): string | null => /^tool:(.+)$/.exec(subject)?.[1] ?? null

/** A question as people type it. */
export interface Question {
  subject: Subject
  text: string
}

/** The questions of a language; docs/help/README.md describes the file. */
export const readQuestions = (language: Language): Question[] =>
  readFileSync(join(documentsFolder(), 'help', 'questions', `${language}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [subject = '', text = ''] = line.split('\t')
      return { subject, text }
    })
