import { useEffect, useRef, useState } from 'react'

const SHOWN_MS = 2000

/** Over http scripts have no clipboard (W3C Clipboard API §5.1). Loaded before it is pressed: afterwards Firefox refuses it. */
const command = navigator.clipboard ? null : import('./copy-command')
let copyByCommand: ((text: string) => void) | null = null
void command?.then((loaded) => {
  copyByCommand = loaded.copyByCommand
})

/** Puts a text on the clipboard. @throws when the browser refuses it */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  if (!copyByCommand) await command
  copyByCommand?.(text)
}

/** `isCopied` for two seconds after a copy. */
export function useCopy() {
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = (text: string) =>
    void copyText(text).then(
      () => {
        clearTimeout(timer.current)
        setIsCopied(true)
        timer.current = window.setTimeout(() => setIsCopied(false), SHOWN_MS)
      },
      // The text is on screen, to be selected by hand.
      () => {},
    )
  return { copy, isCopied }
}
