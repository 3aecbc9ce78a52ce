import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

export interface Rendered {
  container: HTMLElement
  redraw: (node: ReactNode) => void
}

/** Draws into the page of the test's browser, until the test ends. */
export function render(node: ReactNode): Rendered {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const redraw = (next: ReactNode) => flushSync(() => root.render(next))
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  redraw(node)
  return { container, redraw }
}
