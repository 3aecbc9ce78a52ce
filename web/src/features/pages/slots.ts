import type { Language } from '@scanleaf/shared'
import type { Sheet } from '@scanleaf/shared/tables'
import type { ComponentType } from 'react'

/** Content types of codes that a block of a page can hold. */
export type BlockContentType = 'Chat' | 'Phone' | 'Place' | 'VietQR' | 'VCard' | 'Event' | 'Wifi'

export interface ContentFieldsProps {
  type: BlockContentType
  content: Readonly<Record<string, string>>
  errors: Partial<Record<string, string>>
  onChange: (content: Readonly<Record<string, string>>) => void
  onLeave: (field: string) => void
}

/** What other features lend to the screens of pages. */
export interface PageSlots {
  /** The fields of a content type, as the generator has them. */
  ContentFields: ComponentType<ContentFieldsProps>
  /** Reads a spreadsheet or pasted rows, as the creation of many codes does. @throws for what is no table */
  readTable: (source: File | string, language: Language, signal: AbortSignal) => Promise<Sheet[]>
}
