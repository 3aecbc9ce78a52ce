import { SetUpList } from './set-up-list'
import styles from './set-up-list.module.css'

/** In the card of an empty list, which an administrator sees first. */
export const SetUpOverList = () => (
  <SetUpList canWait frame={(list) => <div className={styles.overList}>{list}</div>} />
)
