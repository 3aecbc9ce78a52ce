import type { ReactNode } from 'react'
import { Card } from '../card/card'
import styles from './preview-pane.module.css'

/** The id by which the dock finds the pane. */
const PANE_ID = 'preview'

/** The column beside a form that shows what becomes of it. */
export const PreviewFrame = ({ label, children }: { label: string; children: ReactNode }) => (
  <Card className={`stack gap-8 ${styles.pane}`} id={PANE_ID} tabIndex={-1} aria-label={label}>
    {children}
  </Card>
)

/** The dotted ground; `page` for a page that is cut off at the bottom. */
export const PreviewStage = ({
  holds = 'paper',
  children,
}: {
  holds?: 'paper' | 'page'
  children: ReactNode
}) => (
  <div className={`centred ${styles.stage}`} data-page={holds === 'page' || undefined}>
    {children}
  </div>
)

/** White paper for a code, or a dashed sheet with text where there is none yet. */
export const PreviewPaper = ({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) => (
  <span className={styles.paper} data-empty={isEmpty || undefined}>
    {children}
  </span>
)

/** Shows the pane, wherever the form is scrolled to. */
function openPreview(): void {
  const pane = document.getElementById(PANE_ID)
  pane?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  pane?.focus({ preventScroll: true })
}

/** At the bottom of a phone: what leads to the pane, and the main button. */
export function PreviewDock({ mini, children }: { mini: ReactNode; children: ReactNode }) {
  return (
    <div className={`gap-4 ${styles.dock}`} data-dock>
      <button type="button" className={`row gap-4 ${styles.mini}`} onClick={openPreview}>
        {mini}
      </button>
      {children}
    </div>
  )
}
