import type { CreatedApiKey } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Button } from '../../ui/button/button'
import { CopyButton } from '../../ui/button/copy-button'
import styles from './api-keys.module.css'

/** A key that was just made, which nobody is shown again. */
export function NewKey({ created, onSaved }: { created: CreatedApiKey; onSaved: () => void }) {
  const { t } = useTranslation('api-keys')
  return (
    <div className={styles.ready} role="status">
      <b>{t('ready', { name: bidiIsolate(created.name) })}</b>
      <p className="small">{t('shown-once')}</p>
      <div className={styles.secret} dir="ltr">
        <code>{created.secret}</code>
        <CopyButton value={created.secret} size={36} />
      </div>
      <p className="small">{t('no-browser')}</p>
      <div>
        <Button size="sm" onClick={onSaved}>
          {t('saved')}
        </Button>
      </div>
    </div>
  )
}
