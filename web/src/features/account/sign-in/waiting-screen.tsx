import styles from './waiting-screen.module.css'

/** The one screen that may be nothing but a spinner: between two addresses. */
export function WaitingScreen({ text }: { text: string }) {
  return (
    <main className={`row stack muted gap-8 ${styles.screen}`}>
      <span className={styles.spinner} aria-hidden="true" />
      <p role="status">{text}</p>
    </main>
  )
}
