import type { QrCustomSettings } from '@scanleaf/qr'
import type { LogoInput } from '@scanleaf/shared'

export interface DesignDialogProps {
  /** What the symbol says. */
  payload: string
  /** The design so far; null for a code that was never designed. */
  settings: QrCustomSettings | null
  logo: LogoInput | null
  title?: string
  /** `anyway`: a person chose to keep a design that the scan check does not pass. What it throws is shown. */
  onSave: (settings: QrCustomSettings, logo: LogoInput | null, anyway: boolean) => Promise<unknown> | unknown
  onClose: () => void
}
