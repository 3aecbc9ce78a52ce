import { Loader } from '@mantine/core'
import styles from './waiting-screen.module.css'

/** The one screen that may be nothing but a spinner: between two addresses. */
export function WaitingScreen({ text }: { text: string }) {
  return (
    <main className={styles.screen}>
      <Loader size={28} color="var(--brand)" type="oval" aria-hidden />
      <p role="status">{text}</p>
    </main>
  )
}
