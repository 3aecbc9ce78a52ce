import { type QrCustomSettings, readSettings } from '@scanleaf/qr'
import type { LogoInput } from '@scanleaf/shared'
import type { Sheet } from '@scanleaf/shared/tables'
import { useEffect, useState } from 'react'
import { currentSession } from '../../../lib/session/session'
import type { ColumnChoices } from './columns'
import { type Cells, MANY_TYPES, type ManyType } from './row-fields'

export type CodeList = 'dynamic' | 'static'

export const SOURCES = ['range', 'paste', 'file'] as const
export type Source = (typeof SOURCES)[number]

/** A table that was read. */
export interface ReadTable {
  /** Empty for pasted rows. */
  fileName: string
  sheets: Sheet[]
  /** Which of them is used. */
  sheet: number
}

/** The typed and chosen values of the screen. */
export interface ManyDraft {
  source: Source
  type: ManyType
  from: string
  to: string
  digits: string
  /** Texts of the row that is repeated for each number. */
  row: Cells
  pasted: string
  pastedTable: ReadTable | null
  file: ReadTable | null
  columns: ColumnChoices
  /** Phone numbers get the zero that the spreadsheet took. */
  addsZeros: boolean
  tags: string[]
  settings: QrCustomSettings | null
  logo: LogoInput | null
  /** A person keeps this design although the scan check does not pass it. */
  anyway: boolean
}

const emptyDraft = (list: CodeList): ManyDraft => ({
  source: 'range',
  type: MANY_TYPES.find(({ isDynamic }) => isDynamic === (list === 'dynamic')) as ManyType,
  from: '1',
  to: '10',
  digits: '2',
  row: {},
  pasted: '',
  pastedTable: null,
  file: null,
  columns: {},
  addsZeros: false,
  tags: [],
  settings: null,
  logo: null,
  anyway: false,
})

/** The table that the rows come from; null for a range, and before there is one. */
export const tableOf = ({ source, file, pastedTable }: ManyDraft): ReadTable | null =>
  source === 'file' ? file : source === 'paste' ? pastedTable : null

const storedAs = (list: CodeList) => `many-draft-${list}`

/** Keeps the draft in this tab of the browser, through a reload, a sign-in and a lost connection. */
function storeDraft(list: CodeList, draft: ManyDraft): void {
  const store = (kept: ManyDraft) =>
    sessionStorage.setItem(storedAs(list), JSON.stringify({ owner: currentSession()?.userId, draft: kept }))
  try {
    store(draft)
  } catch {
    // A tab holds about five million characters: a large table is read again from its file.
    store({ ...draft, file: null, pasted: '', pastedTable: null })
  }
}

/** The draft of this list, or an empty one. That of one account is not shown to another. */
function storedDraft(list: CodeList): ManyDraft {
  const empty = emptyDraft(list)
  try {
    const stored = JSON.parse(sessionStorage.getItem(storedAs(list)) ?? 'null')
    if (stored?.owner !== currentSession()?.userId || typeof stored?.draft !== 'object') return empty
    const draft: ManyDraft = { ...empty, ...stored.draft }
    return { ...draft, settings: draft.settings && readSettings({ ...draft.settings }) }
  } catch {
    return empty
  }
}

/** A draft that stays in this tab until its codes are made. */
export function useManyDraft(list: CodeList) {
  const [draft, setDraft] = useState(() => storedDraft(list))
  useEffect(() => storeDraft(list, draft), [list, draft])
  return {
    draft,
    change: (next: Partial<ManyDraft>) => setDraft((before) => ({ ...before, ...next })),
  }
}

/** Takes texts and tables away once codes are made of them; type and design stay for the next ones. */
export function forgetRows(list: CodeList, draft: ManyDraft): void {
  const { type, settings, logo, anyway, source } = draft
  storeDraft(list, { ...emptyDraft(list), type, settings, logo, anyway, source })
}
