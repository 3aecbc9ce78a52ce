import { RunPage } from '../../features/bulk'
import { LinkBaseContext } from '../../lib/link-base'
import { useOwnLinkBase } from '../own-link-base'
import { ZipDialog } from '../zip-dialog'

export const RunScreen = () => (
  <LinkBaseContext value={useOwnLinkBase()}>
    <RunPage ZipDialog={ZipDialog} />
  </LinkBaseContext>
)
