import { Button } from '@mantine/core'
import type { UserCode } from '@scanleaf/shared'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button'
import styles from './generator-page.module.css'

/** What to do with a code that has just been saved. */
export function SavedCode({ code, onAnother }: { code: UserCode; onAnother: () => void }) {
  const { t } = useTranslation('generator')
  return (
    <div className={styles.savedCode}>
      {code.codeRedirect !== null && (
        <div className={styles.shortLink}>
          <span>{t('short-link')}</span>
          <a href={code.codeRedirect} target="_blank" rel="noopener noreferrer">
            <bdi dir="ltr">{code.codeRedirect.replace(/^https?:\/\//, '')}</bdi>
          </a>
          <CopyButton value={code.codeRedirect} size={32} />
        </div>
      )}
      <div className={styles.savedActions}>
        <Button
          component={Link}
          to={code.isDynamicCode ? '/dynamic-codes' : '/static-codes'}
          search={{ code: code.id } as never}
          variant="default"
        >
          {t('view-saved')}
        </Button>
        <Button variant="subtle" onClick={onAnother}>
          {t('another')}
        </Button>
      </div>
    </div>
  )
}
