import type { UserCode } from '@scanleaf/shared'
import type { ComponentType } from 'react'
import type { DesignDialogProps } from '../../lib/qr/design-dialog'

export interface ScanPanelProps {
  codeId: string
}

export interface OwnReportsProps {
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

/** Parts of other features that the screens of this one show, when they are given. */
export interface CodesSlots {
  DesignDialog?: ComponentType<DesignDialogProps>
  /** In the popup of a dynamic code, under its counter. */
  ScanPanel?: ComponentType<ScanPanelProps>
  /** In the popup of a PDF code, under its counter: its document and what visitors read beside it. */
  PdfProperties?: ComponentType<PdfPropertiesProps>
  /** In the popup of a reported code: the reports, and the owner's options. */
  OwnReports?: ComponentType<OwnReportsProps>
  /** In the row of a dynamic code, before its count. */
  ScanTrend?: ComponentType<ScanTrendProps>
}
