import { createContext, useContext, useEffect } from 'react'

/** Fields of a popup with text that is not saved; each shows its question, and says that it did. */
export type UnsavedEdits = Set<() => void>

const UnsavedEditsContext = createContext<UnsavedEdits | null>(null)
export const UnsavedEditsProvider = UnsavedEditsContext.Provider

/** While `isUnsaved`, the popup around the field calls `ask` instead of closing. */
export function useUnsavedEdit(isUnsaved: boolean, ask: () => void): void {
  const edits = useContext(UnsavedEditsContext)
  useEffect(() => {
    if (!isUnsaved || edits === null) return
    edits.add(ask)
    return () => void edits.delete(ask)
  }, [edits, isUnsaved, ask])
}
