import type { AddonCode } from '@scanleaf/shared'
import type { ComponentType, RefObject } from 'react'
import type { DesignDialogProps } from '../../lib/qr/design-dialog'

/** What other features lend to this screen. */
export interface PdfTabSlots {
  DesignDialog: ComponentType<DesignDialogProps>
  /** How much of a quota is used. */
  QuotaNote: ComponentType<{ addon: AddonCode }>
  /** Company of the account; empty while it is unknown. */
  useCompany: () => string
  /** Invites to sign in beside the button that needs it. */
  SignInPrompt: ComponentType<{ anchorRef: RefObject<HTMLElement | null>; onClose: () => void }>
}
