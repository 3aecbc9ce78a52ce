import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import type { ReactNode } from 'react'
import { Button } from '../button/button'
import styles from './strip.module.css'

export interface StripProps {
  text: ReactNode
  /** A button or link of size `sm`. */
  action?: ReactNode
  className?: string | undefined
}

/** An amber strip: something to know before going on, and what can be done about it. */
export const Strip = ({ text, action, className = '' }: StripProps) => (
  <div className={`row small gap-6 ${styles.strip} ${className}`}>
    <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
    <p className={`fill ${styles.text}`}>{text}</p>
    {action}
  </div>
)

/** A strip about what does not load, with the button that tries again. */
export const RetryStrip = ({
  text,
  action,
  onRetry,
}: {
  text: string
  /** What the button says. */
  action: string
  onRetry: () => unknown
}) => (
  <Strip
    text={text}
    action={
      <Button variant="default" size="sm" onClick={() => void onRetry()}>
        {action}
      </Button>
    }
  />
)
