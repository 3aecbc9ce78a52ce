import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { Button } from '../button/button'
import styles from './strip.module.css'

export interface StripProps {
  text: string
  /** What the button says. */
  action: string
  onAction: () => unknown
}

/** An amber strip: something does not load, and the button that tries again. */
export const Strip = ({ text, action, onAction }: StripProps) => (
  <div className={styles.strip}>
    <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
    <span className={styles.text}>{text}</span>
    <Button variant="default" size="sm" onClick={() => void onAction()}>
      {action}
    </Button>
  </div>
)
