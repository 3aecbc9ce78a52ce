import type { ContentField, FieldProblem } from './content-field'
import { fieldProblem } from './field-rules'

export type FieldProblems<Name extends string = string> = Partial<Record<Name, FieldProblem>>

/** One kind of content: its fields and how they become the text of the symbol. */
export interface ContentType<Name extends string = string> {
  /** Name by spec §3, as `contentType` is stored. */
  readonly name: string
  readonly fields: readonly ContentField<Name>[]
  /** Problems by field; empty when the content may be encoded. Missing fields count as empty. */
  validate(content: Readonly<Record<string, unknown>>): FieldProblems<Name>
  /** The text to encode. The content must be valid; missing fields count as empty. */
  encode(content: Readonly<Partial<Record<Name, string>>>): string
  /** The fields of a text that {@link encode} wrote, or another program for this type; null when it is of none. */
  parse(payload: string): Record<Name, string> | null
}

interface Definition<Name extends string> {
  readonly name: string
  readonly fields: readonly ContentField<Name>[]
  /** Encodes a complete content. */
  encode(content: Readonly<Record<Name, string>>): string
  parse(payload: string): Partial<Record<Name, string>> | null
  /** Problems that concern several fields, added to those of single fields. */
  checkTogether?(content: Readonly<Record<Name, string>>): FieldProblems<Name>
}

/** Adds what all types share: empty fields for missing ones and the rules of the field kinds. */
export function defineContentType<Name extends string>(definition: Definition<Name>): ContentType<Name> {
  const { name, fields } = definition
  const complete = (content: Readonly<Record<string, unknown>>): Record<Name, string> =>
    Object.fromEntries(fields.map((field) => [field.name, content[field.name] ?? ''])) as Record<Name, string>
  return {
    name,
    fields,
    validate(content) {
      const problems: FieldProblems<Name> = {}
      for (const field of fields) {
        const problem = fieldProblem(field, content[field.name] ?? '')
        if (problem) problems[field.name] = problem
      }
      if (Object.keys(problems).length > 0) return problems
      return definition.checkTogether?.(complete(content)) ?? {}
    },
    encode: (content) => definition.encode(complete(content)),
    parse(payload) {
      const parsed = definition.parse(payload)
      return parsed && complete(parsed)
    },
  }
}
