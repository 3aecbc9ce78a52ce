import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../../lib/use-copy'
import { Button } from '../../../ui/button/button'
import { useDropdown } from '../../../ui/menu/use-dropdown'
import { showToast } from '../../../ui/toast/toasts'
import styles from './share-link.module.css'

export interface SendPdfProps {
  title: string
  /** Address of the public page; none before the code is made. */
  address: string | null
}

/** Hands the link of the page to another program: by the system's own list, else by copying or by mail. */
export function ShareLink({ title, address }: SendPdfProps) {
  const { t } = useTranslation(['pdf-codes', 'generator'])
  const panel = useDropdown()
  const clipboard = useCopy()

  async function send() {
    if (address === null) {
      showToast({ kind: 'error', title: t('generator:no-qrcode-created') })
      return
    }
    const shared = { title, url: address }
    if (!('share' in navigator) || !navigator.canShare(shared)) return panel.toggle()
    try {
      await navigator.share(shared)
    } catch (error) {
      // Closing the system's list is not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) panel.toggle()
    }
  }

  return (
    <div className={styles.root} {...panel.rootProps}>
      <Button
        ref={panel.buttonRef}
        variant="default"
        fullWidth
        aria-expanded={address === null ? undefined : panel.isOpen}
        leftSection={<IconArrowUp size={18} stroke={1.7} aria-hidden />}
        onClick={() => void send()}
      >
        {t('send')}
      </Button>
      {panel.isOpen && address !== null && (
        <div className={styles.panel}>
          <button type="button" className={`row gap-5 ${styles.way}`} onClick={() => clipboard.copy(address)}>
            {clipboard.isCopied ? (
              <IconCheck size={17} stroke={1.7} aria-hidden />
            ) : (
              <IconCopy size={17} stroke={1.7} aria-hidden />
            )}
            <span role="status">{t(clipboard.isCopied ? 'send.copied' : 'send.copy')}</span>
          </button>
          <a
            className={`row gap-5 ${styles.way}`}
            href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`}
          >
            <IconMail size={17} stroke={1.7} aria-hidden />
            {t('send.mail')}
          </a>
        </div>
      )}
    </div>
  )
}
