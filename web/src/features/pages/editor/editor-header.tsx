import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatTime, withoutProtocol } from '../../../lib/format/format'
import { Button, buttonClass } from '../../../ui/button/button'
import { PageHeader } from '../../../ui/page/page-header'
import type { PageDraftState } from '../state/page-draft'
import styles from './editor.module.css'

export interface EditorHeaderProps {
  state: PageDraftState
  onRetry: () => void
}

/** Which code it is, whether the draft is saved, and the page as visitors see it. */
export function EditorHeader({ state, onRetry }: EditorHeaderProps) {
  const { t } = useTranslation(['page-editor', 'common', 'pdf-codes', 'user-codes'])
  const { saved, status, savedAt, problems } = state
  const { name, codeRedirect } = saved.code
  const isInvalid = Object.keys(problems).length > 0
  return (
    <PageHeader
      title={name || withoutProtocol(codeRedirect ?? '')}
      subtitle={`${withoutProtocol(codeRedirect ?? '')} · ${t('user-codes:detail.printed-keep-working')}`}
      start={
        <Link to="/dynamic-codes" search={{ code: saved.id }} aria-label={t('common:go-back')}>
          <IconArrowLeft className="flip" size={20} stroke={1.7} aria-hidden />
        </Link>
      }
    >
      <p className={`small muted ${styles.saveState}`} role="status">
        {status === 'sending' && t('pdf-codes:saving')}
        {status === 'waiting' && t(isInvalid ? 'unsaved.faults' : 'pdf-codes:unsaved')}
        {status === 'saved' && savedAt !== null && t('pdf-codes:saved-at', { time: formatTime(savedAt) })}
        {(status === 'failed' || status === 'conflict') && t('pdf-codes:unsaved')}
      </p>
      {status === 'failed' && (
        <Button variant="default" onClick={onRetry}>
          {t('common:retry')}
        </Button>
      )}
      {saved.publishedAt !== null && saved.isTarget && codeRedirect !== null && (
        <a
          className={buttonClass({ variant: 'default' })}
          href={`${saved.pageUrl}`}
          target="_blank"
          rel="noopener"
        >
          <IconEye size={17} stroke={1.7} aria-hidden />
          {t('open')}
        </a>
      )}
    </PageHeader>
  )
}
