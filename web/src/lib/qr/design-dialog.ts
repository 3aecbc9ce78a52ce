import type { QrCustomSettings } from '@scanleaf/qr'
import type { LogoInput } from '@scanleaf/shared'
import type { CodeLabels } from './frame'

export interface DesignDialogProps {
  /** The text of the symbol. */
  payload: string
  /** The design so far; null for a code that was never designed. */
  settings: QrCustomSettings | null
  logo: LogoInput | null
  /** What the second line of a frame can say. */
  labels: CodeLabels
  title?: string
  /** `anyway`: a person confirmed a design that the scan check does not pass. An error that it throws is shown. */
  onSave: (settings: QrCustomSettings, logo: LogoInput | null, anyway: boolean) => Promise<unknown> | unknown
  onClose: () => void
}
