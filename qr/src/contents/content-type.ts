import type { ContentField, FieldProblem } from './content-field'
import { cleanField, fieldProblem } from './field-rules'
import type { AddressRules } from './host'

export type FieldProblems<Name extends string = string> = Partial<Record<Name, FieldProblem>>

/** One kind of content: its fields and how they become the text of the symbol. */
export interface ContentTypeDefinition<Name extends string = string> {
  /** Name by spec §3, as `contentType` is stored. */
  readonly name: string
  readonly fields: readonly ContentField<Name>[]
  /**
   * Every field of the type and no other, as stored and encoded: cleaned of paste artefacts, numbers and
   * choices in one spelling, an address as the URL standard writes it. Missing fields are empty; other values than text
   * stay as they are, for `validate` to refuse.
   */
  clean(content: Readonly<Record<string, unknown>>): Record<Name, string>
  /** Problems by field, judged as {@link clean} leaves them; empty when the cleaned content may be encoded. */
  validate(content: Readonly<Record<string, unknown>>, rules?: AddressRules): FieldProblems<Name>
  /** A cleaned content with the values that follow from others, such as the end of an event; complete or as it is typed. */
  settle(content: Readonly<Record<string, string>>): Record<string, string>
  /** The text to encode. The content must be clean and valid; missing fields count as empty. */
  encode(content: Readonly<Partial<Record<Name, string>>>): string
  /** The text of a content that was valid when it was stored, whatever is asked of new ones; null when it cannot be read. */
  encodeStored(content: Readonly<Record<string, unknown>>): string | null
  /** The fields of a text that {@link encode} wrote, or another program for this type; null when it is of none. */
  parse(payload: string): Record<Name, string> | null
}

/** What a content type is made of; {@link defineContentType} adds what all have in common. */
interface Definition<Name extends string> {
  readonly name: string
  readonly fields: readonly ContentField<Name>[]
  /** Encodes a complete content. */
  encode(content: Readonly<Record<Name, string>>): string
  parse(payload: string): Partial<Record<Name, string>> | null
  /** Values that follow from others; applied twice it changes nothing. */
  settle?(content: Readonly<Record<Name, string>>): Partial<Record<Name, string>>
  /** Problems that concern several fields, judged when each of them is valid. */
  checkTogether?(content: Readonly<Record<Name, string>>): FieldProblems<Name>
}

const isAskedFor = ({ applies }: ContentField, content: Readonly<Record<string, unknown>>): boolean =>
  applies?.(content) ?? true

/** Adds what all types share: empty fields for missing ones and the rules of the field kinds. */
export function defineContentType<Name extends string>(
  definition: Definition<Name>,
): ContentTypeDefinition<Name> {
  const { name, fields } = definition
  const complete = (content: Readonly<Record<string, unknown>>): Record<Name, string> =>
    Object.fromEntries(fields.map((field) => [field.name, content[field.name] ?? ''])) as Record<Name, string>
  const settle = (content: Readonly<Record<string, string>>): Record<string, string> => {
    const all = complete(content)
    const areTexts = Object.values(all).every((value) => typeof value === 'string')
    return { ...content, ...(areTexts && definition.settle?.(all)) }
  }
  const clean = (content: Readonly<Record<string, unknown>>): Record<Name, string> => {
    const all = complete(content)
    const fieldwise = Object.fromEntries(
      fields.map((field) => [field.name, cleanField(field, all[field.name])]),
    ) as typeof all
    const cleaned = settle(fieldwise) as typeof all
    for (const field of fields) if (!isAskedFor(field, cleaned)) cleaned[field.name] = ''
    return cleaned
  }
  return {
    name,
    fields,
    clean,
    settle,
    validate(content, rules) {
      const cleaned = clean(content)
      const problems: FieldProblems<Name> = {}
      for (const field of fields) {
        const problem = isAskedFor(field, cleaned) && fieldProblem(field, cleaned[field.name], rules)
        if (problem) problems[field.name] = problem
      }
      if (Object.keys(problems).length > 0) return problems
      return definition.checkTogether?.(cleaned) ?? {}
    },
    encode: (content) => definition.encode(complete(content)),
    encodeStored(content) {
      const all = complete(content)
      const isReadable = (field: ContentField<Name>) =>
        typeof all[field.name] === 'string' &&
        (all[field.name] !== '' || !field.isRequired || !isAskedFor(field, all))
      try {
        if (!fields.every(isReadable)) return null
        const isIncomplete = Object.values(definition.checkTogether?.(all) ?? {}).includes('required')
        return isIncomplete ? null : definition.encode(all)
      } catch {
        return null
      }
    },
    parse(payload) {
      const parsed = definition.parse(payload)
      return parsed && complete(parsed)
    },
  }
}
