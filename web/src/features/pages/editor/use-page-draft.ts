import type { PageOfCode } from '@scanleaf/shared'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useUnsavedWarning } from '../../../lib/use-unsaved-warning'
import { PageDraft } from '../state/page-draft'

/** The draft of a page for as long as its screen is open. */
export function usePageDraft(saved: PageOfCode) {
  const [draft] = useState(() => new PageDraft(saved))
  const state = useSyncExternalStore(draft.subscribe, draft.state)
  const isUnsaved = state.status !== 'saved'
  useUnsavedWarning(isUnsaved)
  useEffect(
    () => () => {
      if (draft.state().status === 'waiting') void draft.save()
    },
    [draft],
  )
  return { draft, state }
}

/** Places that were left, so that no error shows while typing; all of them once `all` was called. */
export function useLeftPlaces() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setIsAll] = useState(false)
  return {
    isLeft: (place: string) =>
      isAll || [...left].some((each) => place === each || place.startsWith(`${each}.`)),
    leave: (place: string) => setLeft((before) => (before.has(place) ? before : new Set(before).add(place))),
    all: () => setIsAll(true),
    /** After a move, when the places are those of others. */
    forget: () => setLeft(new Set()),
  }
}
