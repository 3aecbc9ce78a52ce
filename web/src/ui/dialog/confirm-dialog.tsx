import { lazy, Suspense, useEffect, useState } from 'react'
import type { ConfirmDialogProps } from './confirm-dialog-content'

const ConfirmDialogBox = lazy(async () => ({
  default: (await import('./confirm-dialog-content')).ConfirmDialogBox,
}))

/** Asks before an act that cannot be undone at once. Its box, and the library below it, come with the first question. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen } = props
  const [isNeeded, setIsNeeded] = useState(isOpen)
  if (isOpen && !isNeeded) setIsNeeded(true)
  useEffect(() => {
    if (!isOpen) return
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [isOpen])
  return isNeeded ? (
    <Suspense>
      <ConfirmDialogBox {...props} />
    </Suspense>
  ) : null
}
