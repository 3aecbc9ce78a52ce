import { type FoundBackups, formatSize } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button, buttonClass } from '../../../ui/button/button'
import { CopyButton } from '../../../ui/button/copy-button'
import lines from '../../../ui/list/lines.module.css'
import { ErrorMessage } from '../../../ui/message/error-message'
import { InfoMessage } from '../../../ui/message/info-message'
import { OperatorGuideLink } from '../../../ui/page/operator-guide-link'
import { ProgressBar } from '../../../ui/progress/progress-bar'
import { accountPath, accountSearch } from '../sign-in/account-search'
import { AccountShell } from '../sign-in/account-shell'
import styles from './restore.module.css'
import { useRestore } from './use-restore'

/** /account/restore: who has the link of the first administrator fills the installation from a backup instead. */
export function RestorePage() {
  const { t } = useTranslation(['restore', 'account', 'errors'])
  const language = useLanguage()
  const { setupToken } = accountSearch()
  const { state, look, restore } = useRestore(setupToken)
  const signIn = (
    <a className={buttonClass()} href={accountPath('/account/login', language)}>
      {t('account:sign-in')}
    </a>
  )
  return (
    <AccountShell title={t('title')} lead={t('lead')}>
      {state.step === 'choosing' && <Choice found={state.found} onLook={look} onRestore={restore} />}
      {state.step === 'running' && (
        <div className="stack gap-8" role="status">
          <ProgressBar aria-label={t('title')} />
          <p>{t('running', { name: state.name })}</p>
        </div>
      )}
      {state.step === 'done' && (
        <div className="stack gap-8" role="status">
          <InfoMessage>{t('done')}</InfoMessage>
          {signIn}
        </div>
      )}
      {state.step === 'refused' && (
        <>
          <ErrorMessage text={state.message ?? t('errors:field.wrong-setup-token')} />
          {signIn}
        </>
      )}
      {state.step === 'choosing' && (
        <a
          className={buttonClass({ variant: 'subtle' })}
          href={`/account/register?${new URLSearchParams({ lng: language, setup: setupToken })}`}
        >
          {t('register')}
        </a>
      )}
    </AccountShell>
  )
}

interface ChoiceProps {
  found: FoundBackups
  onLook: () => void
  onRestore: (name: string) => void
}

function Choice({ found: { folder, backups, hasMore, failure }, onLook, onRestore }: ChoiceProps) {
  const { t } = useTranslation('restore')
  const language = useLanguage()
  return (
    <>
      {failure && (
        <div className="stack gap-5">
          <ErrorMessage text={t('failed', { name: failure.name })} />
          <p className={`small ${styles.reason}`} lang="en" dir="ltr">
            {failure.reason}
          </p>
        </div>
      )}
      <div>
        <p className="small muted">{t('folder')}</p>
        <p className="row gap-5">
          <bdi dir="ltr" className={`fill ${styles.folder}`}>
            {folder}
          </bdi>
          <CopyButton value={folder} size={32} />
        </p>
      </div>
      {backups.length > 0 && (
        <ul className={lines.lines}>
          {backups.map(({ name, madeAt, bytes }) => (
            <li key={name}>
              <div className="fill">
                <bdi className={styles.folder}>{name}</bdi>
                <p className="small muted">
                  {t('file', { size: formatSize(bytes, language), date: formatDate(madeAt) })}
                </p>
              </div>
              <Button size="sm" aria-label={`${t('restore')} ${name}`} onClick={() => onRestore(name)}>
                {t('restore')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className="small muted">{t('newest', { count: backups.length })}</p>}
      <InfoMessage>
        {backups.length === 0 && `${t('none')} `}
        <OperatorGuideLink page="backups" section="Making and restoring a backup" />
      </InfoMessage>
      <Button variant="default" onClick={onLook}>
        {t('look-again')}
      </Button>
    </>
  )
}
