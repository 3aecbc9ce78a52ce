import type { Selection } from '@scanleaf/shared'

/** Of the feature that makes files of codes. */
export interface ZipDialogProps {
  selection: Selection
  total: number
  onClose: () => void
}
