import type { FieldErrors, Language } from '@scanleaf/shared'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../../lib/forms/field-text'
import type { LiveValues } from '../state/live-values'

export interface Fields {
  /** That the owner writes in at the moment. */
  language: Language
  /** Those of the page, the first is that of visitors who read none of them. */
  languages: readonly Language[]
  problems: FieldErrors
  /** PDF codes that the saved draft names and visitors are not shown. */
  hiddenPdfs: readonly string[]
  /** Places that were left, or all after a refused publication: only there an error is shown. */
  isLeft: (place: string) => boolean
  leave: (place: string) => void
  changeItem: (id: string, values: LiveValues) => void
  /** A price that cannot be read keeps the page from being published. @param problem null once it can */
  reportPrice: (id: string, isUnreadable: boolean) => void
}

export const FieldsContext = createContext<Fields | null>(null)

export function useFields(): Fields {
  const fields = useContext(FieldsContext)
  if (!fields) throw new Error('useFields outside of FieldsContext')
  return fields
}

/** The error at a place or inside it, once it was left. */
export function useErrorAt(): (place: string) => string | undefined {
  const { t } = useTranslation('errors')
  const { problems, isLeft } = useFields()
  return (place) => {
    if (!isLeft(place)) return undefined
    const found = Object.keys(problems).find((each) => each === place || each.startsWith(`${place}.`))
    const code = found && problems[found]
    return code && fieldText(t, { code })
  }
}

export interface BlockProps<Block> {
  block: Block
  /** `blocks.3`, under which its problems are named. */
  place: string
  onChange: (block: Block) => void
}
