import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import styles from './message.module.css'

/** Why a form could not be sent; it is read out when it appears. */
export function ErrorMessage({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p className={`small gap-5 ${styles.note}`} data-kind="error" role="alert">
      <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
      <span>{text}</span>
    </p>
  )
}
