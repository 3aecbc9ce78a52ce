import { contentTypes } from '@scanleaf/qr'
import type { Question } from '../state/answers'

/** Fields of a content that a question asks for, by their names there. */
export const CONTENT_FIELDS = {
  who: ['lastName', 'firstName'],
  reach: ['mobilePhone', 'email'],
  work: ['companyName', 'jobTitle'],
  when: ['start', 'end'],
} as const satisfies Partial<Record<Question, readonly string[]>>

/** The answers whose problems keep a question from being left. */
export function fieldsOf(question: Question): readonly string[] {
  if (question === 'who') return [...CONTENT_FIELDS.who, 'name']
  if (question in CONTENT_FIELDS) return CONTENT_FIELDS[question as keyof typeof CONTENT_FIELDS]
  if (question === 'account') return contentTypes.VietQR.fields.map(({ name }) => name)
  return question === 'place' ? ['address'] : [question]
}
