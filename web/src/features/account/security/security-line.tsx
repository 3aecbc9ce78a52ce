import type { ReactNode } from 'react'
import { Tile } from '../../../ui/tile/tile'
import styles from './security.module.css'

export interface SecurityLineProps {
  icon: ReactNode
  title: ReactNode
  /** Beside the title: its state. */
  badge?: ReactNode
  text: ReactNode
  /** Buttons. */
  children?: ReactNode
}

/** One row of a card: its title, its state, and its actions. */
export const SecurityLine = ({ icon, title, badge, text, children }: SecurityLineProps) => (
  <>
    <Tile tone="plain">{icon}</Tile>
    <div className={`fill ${styles.words}`}>
      <p className={`row wrap ${styles.title}`}>
        <bdi>{title}</bdi>
        {badge}
      </p>
      <p className="small muted">{text}</p>
    </div>
    <div className={`wrap ${styles.acts}`}>{children}</div>
  </>
)
