import { lazy, Suspense, useRef } from 'react'
import type { CodesSearch } from './codes-search'
import { rowLinkId } from './row-content'
import type { CodesSlots } from './slots'

export const loadDialog = () => import('./code-dialog')
const CodeDialog = lazy(async () => ({ default: (await loadDialog()).CodeDialog }))

export interface OpenCodeProps {
  search: CodesSearch
  /** Opens with the target link in its field. */
  isEditing: boolean
  slots: CodesSlots
  onDelete?: (id: string) => void
}

/** The popup of the code that the address names; it is fetched when a popup first opens. */
export function OpenCode({ search, isEditing, slots, onDelete }: OpenCodeProps) {
  const wasOpened = useRef(false)
  wasOpened.current ||= search.code !== undefined
  if (!wasOpened.current) return null

  function close() {
    const id = search.code
    search.closeCode()
    // The popup may have come with the address, so that there is no opener to remember.
    if (id !== undefined) requestAnimationFrame(() => document.getElementById(rowLinkId(id))?.focus())
  }

  return (
    <Suspense>
      <CodeDialog
        codeId={search.code}
        startsEditing={isEditing}
        slots={slots}
        onOpen={search.openCode}
        onClose={close}
        onDelete={onDelete}
      />
    </Suspense>
  )
}
