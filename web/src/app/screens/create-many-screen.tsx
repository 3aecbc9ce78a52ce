import { CreateManyPage } from '../../features/bulk'
import { LinkBaseContext } from '../../lib/link-base'
import { DesignDialog } from '../design-dialog'
import { useOwnLinkBase } from '../own-link-base'
import { QuotaNote } from '../quota-note'

/** Many codes at once, with the parts of other features. */
export function CreateManyScreen() {
  return (
    <LinkBaseContext value={useOwnLinkBase()}>
      <CreateManyPage DesignDialog={DesignDialog} QuotaNote={QuotaNote} />
    </LinkBaseContext>
  )
}
