import { lazy, Suspense, useEffect, useRef } from 'react'
import type { CodesSlots } from '../slots'
import { rowLinkId } from './row-content'
import type { CodesSearch } from './use-codes-search'

export const loadDialog = () => import('../detail/code-dialog')
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
  const leftId = useRef<string>(undefined)
  useEffect(() => {
    if (search.code !== undefined || leftId.current === undefined) return
    // The popup may have come with the address, so that there is no opener to remember.
    document.getElementById(rowLinkId(leftId.current))?.focus()
    leftId.current = undefined
  }, [search.code])
  if (!wasOpened.current) return null

  function close() {
    leftId.current = search.code
    search.closeCode()
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
