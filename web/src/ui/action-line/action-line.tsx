import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { ReactNode } from 'react'
import { Tile, type TileProps } from '../tile/tile'
import styles from './action-line.module.css'

/** The class of a link or a button that is a whole line. */
export const actionLine = styles.line ?? ''

export interface ActionLineProps {
  icon: ReactNode
  tone?: TileProps['tone']
  title: string
  text: string
}

/** What is inside such a link or button: an icon, what it does, and a line about it. */
export const ActionLine = ({ icon, tone = 'green', title, text }: ActionLineProps) => (
  <>
    <Tile tone={tone}>{icon}</Tile>
    <span className={`fill ${styles.text}`}>
      <b>{title}</b>
      <span>{text}</span>
    </span>
    <IconChevronRight className="flip" size={16} stroke={1.7} aria-hidden />
  </>
)
