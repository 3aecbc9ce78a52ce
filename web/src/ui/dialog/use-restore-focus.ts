import { useEffect, useRef } from 'react'

/**
 * What had the focus before a dialog has it again after. The library gives it back from a dialog that is closed, not
 * from one that is taken off the page.
 */
export function useRestoreFocus(): void {
  const opener = useRef(document.activeElement)
  useEffect(() => {
    const element = opener.current
    return () => {
      if (element instanceof HTMLElement) element.focus()
    }
  }, [])
}
