import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import styles from './note.module.css'

/** Why a form could not be sent; keeps a live region so that it is read out. */
export function FailureNote({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text !== null && (
        <p className={styles.note} data-kind="error">
          <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}
