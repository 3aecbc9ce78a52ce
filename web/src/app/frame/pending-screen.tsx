import { ListSkeleton } from '../../ui/list/list-skeleton'
import styles from './frame.module.css'

/** The shape of a screen while its program comes: an answer to the click, before there is anything to say. */
const PendingScreen = () => (
  <div className={styles.pending}>
    <ListSkeleton />
  </div>
)

/** A click is answered within a tenth of a second; a screen that is here sooner is shown at once. */
export const PENDING = {
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: 60,
  defaultPendingMinMs: 0,
}
