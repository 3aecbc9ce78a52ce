import type { ComponentType, RefObject } from 'react'
import type { DesignDialogProps } from '../../lib/qr/design-dialog'

/** What other features lend to this screen. */
export interface PdfTabSlots {
  DesignDialog: ComponentType<DesignDialogProps>
  /** Invites to sign in beside the button that needs it. */
  SignInPrompt: ComponentType<{ anchorRef: RefObject<HTMLElement | null>; onClose: () => void }>
}
