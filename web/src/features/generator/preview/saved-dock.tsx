import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconShare2 from '@tabler/icons-react/dist/esm/icons/IconShare2.mjs'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../lib/use-copy'
import { Button } from '../../../ui/button/button'
import { showToast } from '../../../ui/toast/toasts'
import type { Generator } from '../state/use-generator'
import { PAYEE_CHECK_ID, usePayee } from './payee-check'
import { sharedAddress } from './share-on-facebook'
import type { Download } from './use-download'

/** With the code above it, which is what is scanned. */
const showCheck = () => document.getElementById(PAYEE_CHECK_ID)?.scrollIntoView({ block: 'center' })

/** What comes after a code is saved: its file, and who gets it. A payee that nobody has checked comes first. */
export function SavedDock({ generator, download }: { generator: Generator; download: Download }) {
  const { t } = useTranslation(['generator', 'common'])
  const isLocked = usePayee(generator)?.isConfirmed === false
  return (
    <div className="row gap-4">
      <Button
        size="lg"
        className="fill"
        loading={download.isChecking}
        leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
        onClick={isLocked ? showCheck : download.start}
      >
        {t(isLocked ? 'dock.check' : 'dock.download')}
      </Button>
      <Button
        variant="default"
        size="lg"
        leftSection={<IconShare2 size={18} stroke={1.7} aria-hidden />}
        onClick={() => void share()}
      >
        {t('dock.share')}
      </Button>
    </div>
  )

  async function share() {
    const url = sharedAddress(generator.tab, generator.draft, generator.progress)
    if (url === null) return
    try {
      if (navigator.share) return await navigator.share({ url })
      await copyText(url)
      showToast({ kind: 'success', title: t('common:copied') })
    } catch {
      // Whoever closes the sheet of the phone shares nothing.
    }
  }
}
