import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { useSession } from '../../../lib/session/session'
import { startSignIn } from '../../../lib/session/sign-in'
import { useDeferredData } from '../../../lib/use-deferred-data'
import { ActionLine, actionLine } from '../../../ui/action-line/action-line'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { PageHeader } from '../../../ui/page/page-header'
import { LoadError } from '../../../ui/state/load-error'
import { AccountTabs } from '../account-tabs'
import { ReceivedSession } from '../sign-in/received-session'
import { useReceivedSession } from '../sign-in/use-received-session'
import { MailCard } from './mail-card'
import { ProfileCard } from './profile-card'
import styles from './profile-page.module.css'
import { profileQuery } from './profile-query'

/** /account/profile: the account's page for one's own data; a session in the address is taken like by /auth. */
export function ProfilePage() {
  const config = useConfig()
  const language = useLanguage()
  const session = useSession()
  const received = useReceivedSession()
  const mustSignIn = received.step === 'invalid' && session === null
  useEffect(() => {
    if (mustSignIn) window.location.replace(startSignIn(config, language, '/account/profile'))
  }, [mustSignIn, config, language])
  const isSettled = received.step === 'stored' || (received.step === 'invalid' && session !== null)
  if (!isSettled) {
    return (
      <ReceivedSession received={received} onRefuse={() => window.location.replace(`/?lng=${language}`)} />
    )
  }
  return <ProfileScreen />
}

function ProfileScreen() {
  const config = useConfig()
  const { t } = useTranslation('account')
  const profile = useQuery(profileQuery)
  const data = useDeferredData(profile.data)
  return (
    <div className={styles.page}>
      {config.hasEmbeddedAccount ? (
        <>
          <PageHeader title={t('tabs')} />
          <AccountTabs />
        </>
      ) : (
        <PageHeader title={t('profile')} subtitle={t('profile.subtitle')} />
      )}
      {!data && !profile.isError && <ListSkeleton rows={4} />}
      {profile.isError && !data && <LoadError text={profile.error.message} onRetry={profile.refetch} />}
      {data && (
        <div className="stack gap-8">
          <ProfileCard profile={data} />
          {config.hasEmbeddedAccount && <MailCard profile={data} />}
          <InviteLine />
        </div>
      )}
    </div>
  )
}

/** Where somebody who works alone finds that others can work with their codes. */
function InviteLine() {
  const { t } = useTranslation('workspaces')
  return (
    <Link to="/settings/$tab" params={{ tab: 'members' }} className={actionLine}>
      <ActionLine
        icon={<IconUsers size={20} stroke={1.7} />}
        title={t('invite.title')}
        text={t('invite.hint')}
      />
    </Link>
  )
}
