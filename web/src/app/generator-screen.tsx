import { GeneratorPage } from '../features/generator'
import { DesignDialog } from './design-dialog'
import { PdfTab } from './pdf-tab'

/** The generator with the parts of other features. */
export function GeneratorScreen() {
  return <GeneratorPage DesignDialog={DesignDialog} PdfTab={PdfTab} />
}
