import type { UserCode } from '@scanleaf/shared'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../ui/button/button'
import { CopyableLink } from '../../ui/copyable-link/copyable-link'
import styles from './generator-page.module.css'

export interface SavedCodeProps {
  code: UserCode
  /** The code stands over it, and stays in sight. */
  isUnderCode: boolean
  onAnother: () => void
}

/** What to do with a code that has just been saved. */
export function SavedCode({ code, isUnderCode, onAnother }: SavedCodeProps) {
  const { t } = useTranslation('generator')
  const root = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is gone again when a change is saved
  useEffect(() => {
    root.current?.focus({ preventScroll: isUnderCode })
    if (isUnderCode) window.scrollTo({ top: 0 })
  }, [code.codeContent])
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
