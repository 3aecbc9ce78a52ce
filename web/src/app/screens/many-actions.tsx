import type { ComponentProps } from 'react'
import { ManyActions as Actions } from '../../features/code-batches/change/many-actions'
import type { CodesSlots } from '../../features/user-codes'
import { DesignDialog } from '../design-dialog'
import { ZipDialog } from '../zip-dialog'

/** What is done with many codes, with the dialogs of other features. */
export const ManyActions = (props: ComponentProps<NonNullable<CodesSlots['ManyActions']>>) => (
  <Actions {...props} DesignDialog={DesignDialog} ZipDialog={ZipDialog} />
)
