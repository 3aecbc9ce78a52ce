import { STATUS_STATES, type StatusState } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs'
import { useTranslation } from 'react-i18next'
import styles from './status.module.css'

const ICONS = { good: IconCircleCheck, attention: IconAlertTriangle, broken: IconCircleX }

/** What is wrong comes first. */
export const bySeverity = (one: { state: StatusState }, other: { state: StatusState }): number =>
  STATUS_STATES.indexOf(other.state) - STATUS_STATES.indexOf(one.state)

export interface StateMarkProps {
  state: StatusState
  /** Instead of the state's name. */
  text?: string
}

/** A state: an icon of its own shape, and a word. */
export function StateMark({ state, text }: StateMarkProps) {
  const { t } = useTranslation('status')
  const Icon = ICONS[state]
  return (
    <span className={`fine gap-3 ${styles.mark}`} data-state={state}>
      <Icon size={16} stroke={1.9} aria-hidden />
      {text ?? t(`state.${state}`)}
    </span>
  )
}

export const StateIcon = ({ state, size }: { state: StatusState; size: number }) => {
  const Icon = ICONS[state]
  return (
    <span className={styles.icon} data-state={state}>
      <Icon size={size} stroke={1.8} aria-hidden />
    </span>
  )
}
