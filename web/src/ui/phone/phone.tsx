import type { ReactNode } from 'react'
import styles from './phone.module.css'

/** What visitors see on a phone: one page, or the next one behind it while it loads. */
export const Phone = ({ children }: { children: ReactNode }) => <div className={styles.phone}>{children}</div>

export interface PhonePageProps {
  title: string
  address: string
  /** Loads behind the one that is shown. */
  isNext?: boolean
  onLoad?: () => void
}

/** A page of the server in a sandbox without scripts and origin, which never takes the focus. */
export const PhonePage = ({ title, address, isNext = false, onLoad }: PhonePageProps) => (
  <iframe
    className={styles.frame}
    data-next={isNext || undefined}
    title={title}
    src={address}
    loading={isNext ? 'eager' : 'lazy'}
    sandbox=""
    tabIndex={-1}
    referrerPolicy="no-referrer"
    onLoad={onLoad}
  />
)
