import type { ProductId, Selection, UserCode } from '@scanleaf/shared'
import type { ComponentType, ReactNode } from 'react'
import type { DesignDialogProps } from '../../lib/qr/design-dialog'
import type { SelectionAction } from '../../ui/list/selection-bar'

export interface ScanSummaryProps {
  codeId: string
  /** Its scans of all time, as the list has them. */
  count: number
}

export interface OwnReportsProps {
  codeId: string
}

export interface ElsewhereProps {
  codeId: string
}

export interface ScanTrendProps {
  codeId: string
  /** All codes on screen, so that their metrics come in one call. */
  codeIds: readonly string[]
}

export interface PdfPropertiesProps {
  code: UserCode
  /** Opens with its details in their fields. */
  startsEditing: boolean
}

export interface PagePropertiesProps {
  code: UserCode
}

export interface ManyActionsProps {
  productId: ProductId
  selection: Selection
  /** How many codes are selected; more than that when it is not exact. */
  count: number
  isExact: boolean
  /** Those of them on screen. */
  codes: readonly UserCode[]
  /** Something was done with them, and the selection ends. */
  onDone: () => void
  /** Shows the actions; while one of them runs none can be started. */
  children: (actions: readonly SelectionAction[], isBusy: boolean) => ReactNode
}

/** Parts of other features that the screens of this one show, when they are given. */
export interface CodesSlots {
  DesignDialog?: ComponentType<DesignDialogProps>
  /** In the popup of a dynamic code, under its target. */
  ScanSummary?: ComponentType<ScanSummaryProps>
  /** In the popup of a PDF code, at its top: its document and what visitors read beside it. */
  PdfProperties?: ComponentType<PdfPropertiesProps>
  /** In the popup of a dynamic code: the way to its page. */
  PageProperties?: ComponentType<PagePropertiesProps>
  /** In the popup of a reported code: the reports, and the owner's options. */
  OwnReports?: ComponentType<OwnReportsProps>
  /** Where a code is not in this workspace: in which other one it is. */
  Elsewhere?: ComponentType<ElsewhereProps>
  /** In the row of a dynamic code, before its count. */
  ScanTrend?: ComponentType<ScanTrendProps>
  /** Over an empty list of dynamic codes: what an administrator has yet to set up. */
  SetUp?: ComponentType
  /** Beside the number of selected codes: what can be done with all of them. */
  ManyActions?: ComponentType<ManyActionsProps>
}
