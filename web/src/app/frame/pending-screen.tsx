import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import styles from './frame.module.css'

/** The shape of a screen while its program comes: an answer to the click, before there is anything to say. */
export const PendingScreen = () => (
  <div data-pending>
    <div className={styles.pendingTitle} />
    <Card isList>
      <ListSkeleton />
    </Card>
  </div>
)
