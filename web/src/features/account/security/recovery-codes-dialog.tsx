import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/api/download'
import { useConfig } from '../../../lib/config'
import { useCopy } from '../../../lib/use-copy'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import styles from './security.module.css'

/** New recovery codes, shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation(['security', 'common'])
  const { appName } = useConfig()
  const clipboard = useCopy()
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      title={t('codes')}
      size={600}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={() => clipboard.copy(text)}>
            {t(clipboard.isCopied ? 'common:copied' : 'common:copy')}
          </Button>
          <Button
            variant="default"
            onClick={() =>
              saveFile(new Blob([text], { type: 'text/plain' }), `${appName}-recovery-codes.txt`)
            }
          >
            {t('codes.download')}
          </Button>
          <Button variant="filled" onClick={onClose}>
            {t('common:close')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('codes.text')}</p>
      <ul className={`${styles.form} ${styles.codes}`} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
