import { useRef, useState } from 'react'
import { type Draft, storeDraft, storedDraft, withoutContent } from './draft'
import { NOT_CREATED, type Progress } from './drawing'
import { type CodeKind, contentTypeOf, type FormTab } from './tabs'

/** The draft of a page, and how far the code of each tab is. */
export interface DraftState {
  draft: Draft
  progress: Progress
  setProgress: (next: Progress) => void
  /** Takes a draft, on the screen and for a reload. */
  keep: (next: Draft) => void
  /** Keeps a draft for a reload alone: saved contents are in the lists. */
  store: (next: Draft) => void
  /** Something was typed or chosen: a code that is not saved yet is no longer created. */
  change: (part: Partial<Draft>) => void
  /** How often something was changed, as of now. */
  countChanges: () => number
}

export function useDraft(page: CodeKind, tab: FormTab): DraftState {
  const [draft, setDraft] = useState(() => storedDraft(page))
  const [progresses, setProgresses] = useState<Partial<Record<FormTab, Progress>>>({})
  const changes = useRef(0)
  const progress = progresses[tab] ?? NOT_CREATED
  const setProgress = (next: Progress) => setProgresses((all) => ({ ...all, [tab]: next }))

  function store(next: Draft) {
    const saved = (Object.keys(progresses) as FormTab[]).filter((each) => progresses[each]?.name === 'saved')
    const left = saved.reduce((rest, each) => withoutContent(rest, contentTypeOf(each, rest)), next)
    storeDraft(page, left)
  }

  function keep(next: Draft) {
    setDraft(next)
    store(next)
  }

  function change(part: Partial<Draft>) {
    changes.current += 1
    keep({ ...draft, ...part })
    if (progress.name !== 'saved') setProgress(NOT_CREATED)
  }

  return { draft, progress, setProgress, keep, store, change, countChanges: () => changes.current }
}
