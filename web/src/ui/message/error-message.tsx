import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import styles from './message.module.css'

/** Why a form could not be sent; it is read out when it appears. */
export function ErrorMessage({ text, id }: { text: string | null; id?: string }) {
  if (text === null) return null
  return (
    <p id={id} className={`small gap-5 ${styles.note}`} data-kind="error" role="alert">
      <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
      <span>{text}</span>
    </p>
  )
}
