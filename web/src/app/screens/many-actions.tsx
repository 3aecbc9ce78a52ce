import { type ComponentProps, lazy } from 'react'
import type { CodesSlots } from '../../features/user-codes'
import { LinkBaseContext } from '../../lib/link-base'
import { DesignDialog } from '../design-dialog'
import { useOwnLinkBase } from '../own-link-base'
import { ZipDialog } from '../zip-dialog'

const Actions = lazy(async () => ({
  default: (await import('../../features/bulk/change/many-actions')).ManyActions,
}))

/** What is done with many codes, with the dialogs of other features. */
export const ManyActions = (props: ComponentProps<NonNullable<CodesSlots['ManyActions']>>) => (
  <LinkBaseContext value={useOwnLinkBase()}>
    <Actions {...props} DesignDialog={DesignDialog} ZipDialog={ZipDialog} />
  </LinkBaseContext>
)
