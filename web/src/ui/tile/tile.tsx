import type { ReactNode } from 'react'
import styles from './tile.module.css'

export interface TileProps {
  /** Side in px. */
  size?: number
  tone?: 'green' | 'amber' | 'red' | 'blue' | 'plain' | 'paper' | undefined
  className?: string | undefined
  children: ReactNode
}

/** The square behind an icon, which the words beside it explain. */
export const Tile = ({ size = 40, tone = 'green', className = '', children }: TileProps) => (
  <span
    aria-hidden
    className={`centred ${styles.tile} ${className}`}
    data-tone={tone}
    style={{ width: size, height: size }}
  >
    {children}
  </span>
)
