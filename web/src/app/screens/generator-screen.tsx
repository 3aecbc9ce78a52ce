import { GeneratorPage } from '../../features/generator'
import { LinkBaseContext } from '../../lib/link-base'
import { DesignDialog } from '../design-dialog'
import { useOwnLinkBase } from '../own-link-base'
import { PdfTab } from '../pdf-tab'
import { QuotaNote } from '../quota-note'

/** The generator with the parts of other features. */
export function GeneratorScreen() {
  return (
    <LinkBaseContext value={useOwnLinkBase()}>
      <GeneratorPage DesignDialog={DesignDialog} QuotaNote={QuotaNote} PdfTab={PdfTab} />
    </LinkBaseContext>
  )
}
