import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../features/custom-domains/api'
import { GeneratorPage } from '../../features/generator'
import { LinkBaseContext } from '../../lib/link-base'
import { useSession } from '../../lib/session/session'
import { DesignDialog } from '../design-dialog'
import { PdfTab } from '../pdf-tab'

/** The generator with the parts of other features. */
export function GeneratorScreen() {
  return (
    <LinkBaseContext value={useOwnLinkBase()}>
      <GeneratorPage DesignDialog={DesignDialog} PdfTab={PdfTab} />
    </LinkBaseContext>
  )
}

/** The verified domain that the account uses. */
function useOwnLinkBase(): string | null {
  const session = useSession()
  const { data } = useQuery({ ...settingsQuery, enabled: session !== null })
  const isInUse = data?.qrcodeDomainVerified && data.qrcodeDomainEnabled
  return isInUse ? `https://${data.qrcodeDomain}` : null
}
