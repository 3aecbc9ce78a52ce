import { CopyButton } from '../button/copy-button'
import styles from './copyable-link.module.css'

export interface LinkLineProps {
  label: string
  /** With its scheme, which is not shown. */
  address: string
}

/** An address in a box of its own: to open, and to copy. */
export const CopyableLink = ({ label, address }: LinkLineProps) => (
  <div className={`row wrap ${styles.box}`}>
    <span>{label}</span>
    <div className={`row ${styles.address}`}>
      <a href={address} target="_blank" rel="noopener noreferrer">
        <bdi dir="ltr">{address.replace(/^https?:\/\//, '')}</bdi>
      </a>
      <CopyButton value={address} size={32} />
    </div>
  </div>
)
