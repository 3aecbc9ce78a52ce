import {
  type ContentField,
  type ContentTypeName,
  cleanLine,
  contentTypes,
  type FieldKind,
} from '@scanleaf/qr'
import { isLanguage, withFullName } from '@scanleaf/shared'
import i18next from 'i18next'
import { TYPES_ON_SCREEN } from '../../../lib/content-types'

export type ManyContentType = Exclude<ContentTypeName, 'Website-pdf'>

/** What all codes of a run are. A PDF code is not among them: each needs its file. */
export interface ManyType {
  contentType: ManyContentType
  isDynamic: boolean
}

export const MANY_TYPES: readonly ManyType[] = [
  { contentType: 'Website', isDynamic: true },
  ...TYPES_ON_SCREEN.filter((contentType) => contentType !== 'Website-pdf').map((contentType) => ({
    contentType,
    isDynamic: false,
  })),
]

/** The value of a type in a select. */
export const typeKey = ({ contentType, isDynamic }: ManyType): string =>
  isDynamic ? `${contentType} dynamic` : contentType

export const typeOfKey = (key: string): ManyType | undefined =>
  MANY_TYPES.find((type) => typeKey(type) === key)

/** A cell of a row: `content.` with the name of a field of the content type, or what every code has. */
export type RowField = 'name' | 'dynamicId' | 'tags' | `content.${string}`
/** The texts of a row; a missing one is empty. Tags are separated by commas. */
export type Cells = Readonly<Partial<Record<RowField, string>>>

/** The fields of a content type that are typed in. */
const typedFields = ({ contentType }: ManyType): ContentField[] =>
  contentTypes[contentType].fields.filter(({ isDerived }: ContentField) => !isDerived)

export const contentFieldsOf = (type: ManyType): RowField[] =>
  typedFields(type).map(({ name }) => `content.${name}` as const)

export const rowFieldsOf = (type: ManyType): RowField[] => [
  'name',
  ...contentFieldsOf(type),
  ...(type.isDynamic ? (['dynamicId'] as const) : []),
  'tags',
]

export const contentNameOf = (field: RowField): string => field.replace(/^content[.]/, '')

/** The rules of a cell; null for one that is not part of the content. */
export const ruleOfField = (type: ManyType, field: RowField): ContentField | null =>
  typedFields(type).find(({ name }) => field === `content.${name}`) ?? null

/** Key of the label of a field of the content. */
export const labelOf = (type: ManyType, field: RowField): string =>
  ruleOfField(type, field)?.label ?? contentNameOf(field)

export const kindOfField = (type: ManyType, field: RowField): FieldKind =>
  ruleOfField(type, field)?.kind ?? 'line'

/** Whether every row needs the field, whatever its others are. */
export function isRequired(type: ManyType, field: RowField): boolean {
  const rule = ruleOfField(type, field)
  return rule?.isRequired === true && rule.applies === undefined
}

/** The content of a row as the server takes it. */
export function contentOf(type: ManyType, cells: Cells): Record<string, string> {
  const content = Object.fromEntries(
    typedFields(type).map(({ name, kind, choices }) => {
      const text = cells[`content.${name}`] ?? ''
      if (kind === 'flag') return [name, isYes(text) ? 'true' : '']
      return [name, kind === 'choice' ? (choices?.find((each) => isSame(each, text)) ?? text) : text]
    }),
  )
  const language = isLanguage(i18next.language) ? i18next.language : undefined
  return { ...withFullName(type.contentType, content, language) }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.trim().toLowerCase()

/** What a spreadsheet has for a ticked box. */
const isYes = (text: string) => ['true', '1', 'x', 'yes', 'có'].includes(text.trim().toLowerCase())

/** A row of a run as the server takes it. */
export interface RowInput {
  content: Record<string, string>
  dynamicId: string
  name: string
  tags: string[]
}

export const inputOf = (type: ManyType, cells: Cells): RowInput => ({
  content: contentOf(type, cells),
  dynamicId: type.isDynamic ? cleanLine(cells.dynamicId ?? '') : '',
  name: cleanLine(cells.name ?? ''),
  tags: tagsOf(cells.tags ?? ''),
})

/** Tags that are typed between commas, semicolons or line ends, without the same twice. */
export function tagsOf(text: string): string[] {
  const tags = text
    .split(/[,;\n]/)
    .map(cleanLine)
    .filter(Boolean)
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()]
}

/** The cells of a row that the server has received. */
export function cellsOf(type: ManyType, input: unknown): Cells {
  const { content, dynamicId, name, tags } = (input ?? {}) as Partial<Record<keyof RowInput, unknown>>
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const fields = (content ?? {}) as Record<string, unknown>
  return {
    name: text(name),
    dynamicId: text(dynamicId),
    tags: Array.isArray(tags) ? tags.join(', ') : '',
    ...Object.fromEntries(
      typedFields(type).map(({ name: field }) => [`content.${field}`, text(fields[field])]),
    ),
  }
}

/** What a row says under its name: its first texts, without passwords. */
export function summaryOf(type: ManyType, content: Readonly<Record<string, unknown>>): string {
  const shown = typedFields(type).filter(({ kind }) => !['password', 'choice', 'flag'].includes(kind))
  const texts = shown
    .map(({ name }) => content[name])
    .filter((text) => typeof text === 'string' && text !== '')
  return texts.slice(0, 3).join(' · ')
}
