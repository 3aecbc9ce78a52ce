import type { UserCode } from '@scanleaf/shared'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../ui/button/button'
import { CopyableLink } from '../../ui/copyable-link/copyable-link'
import styles from './generator-page.module.css'

/** What to do with a code that has just been saved. */
export function SavedCode({ code, onAnother }: { code: UserCode; onAnother: () => void }) {
  const { t } = useTranslation('generator')
  const root = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is gone again when a change is saved
  useEffect(() => root.current?.focus(), [code.codeContent])
  return (
    <div ref={root} tabIndex={-1} className={`stack gap-6 ${styles.savedCode}`}>
      {code.codeRedirect !== null && <CopyableLink label={t('short-link')} address={code.codeRedirect} />}
      <p className="small muted">{t(code.isDynamicCode ? 'saved.dynamic' : 'preview.fixed-content')}</p>
      <div className="wrap gap-4">
        <Link
          to={code.isDynamicCode ? '/dynamic-codes' : '/static-codes'}
          search={{ code: code.id }}
          className={buttonClass({ variant: 'default' })}
        >
          {t('view-saved')}
        </Link>
        <Button variant="subtle" onClick={onAnother}>
          {t('another')}
        </Button>
      </div>
    </div>
  )
}
