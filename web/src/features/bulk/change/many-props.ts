import type { BulkRun, ProductId, Selection, UserCode, Workspace } from '@scanleaf/shared'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { DesignDialogProps } from '../../../lib/qr/design-dialog'
import type { SelectionAction } from '../../../ui/list/selection-bar'
import type { ZipDialogProps } from '../zip-dialog-props'
import type { ChangeOfMany } from './use-change'

export interface ManyActionsProps {
  productId: ProductId
  selection: Selection
  /** How many codes are selected; more than that when it is not exact. */
  count: number
  isExact: boolean
  /** Those of them on screen. */
  codes: readonly UserCode[]
  DesignDialog: ComponentType<DesignDialogProps>
  /** Asks for the formats of a ZIP file of codes. */
  ZipDialog: ComponentType<ZipDialogProps>
  /** Workspaces to which codes can move; none for who works alone. */
  destinations: readonly Pick<Workspace, 'id' | 'name'>[]
  /** Something was done with them, and the selection ends. */
  onDone: () => void
  /** Shows the actions; while one of them runs none can be started. */
  children: (actions: readonly SelectionAction[], isBusy: boolean) => ReactNode
}

export interface ManyDialogProps extends Omit<ManyActionsProps, 'children'> {
  running: UseMutationResult<BulkRun, Error, ChangeOfMany>
  onClose: () => void
}
