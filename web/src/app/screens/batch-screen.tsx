import { BatchPage } from '../../features/code-batches'
import { LinkBaseContext } from '../../lib/link-base'
import { useOwnLinkBase } from '../own-link-base'
import { ZipDialog } from '../zip-dialog'

export const BatchScreen = () => (
  <LinkBaseContext value={useOwnLinkBase()}>
    <BatchPage ZipDialog={ZipDialog} />
  </LinkBaseContext>
)
