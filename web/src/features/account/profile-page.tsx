import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { useLanguage } from '../../lib/i18n'
import { useSession } from '../../lib/session/session'
import { startSignIn } from '../../lib/sign-in'
import { useInTurns } from '../../lib/use-in-turns'
import { ListSkeleton } from '../../ui/list-skeleton'
import { LoadError } from '../../ui/load-error'
import { PageHead } from '../../ui/page-head'
import { PasswordCard } from './password-card'
import { ProfileCard } from './profile-card'
import styles from './profile-page.module.css'
import { profileQuery } from './profile-query'
import { ReceivedSession } from './received-session'
import { SessionsCard } from './sessions-card'
import { useReceivedSession } from './use-received-session'

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
  const { t } = useTranslation('account')
  const profile = useQuery(profileQuery)
  const data = useInTurns(profile.data)
  return (
    <div className={styles.page}>
      <PageHead title={t('profile')} subtitle={t('profile.subtitle')} />
      {!data && !profile.isError && <ListSkeleton rows={4} />}
      {profile.isError && <LoadError text={profile.error.message} onRetry={profile.refetch} />}
      {data && (
        <div className={styles.cards}>
          <ProfileCard profile={data} />
          <PasswordCard />
          <SessionsCard />
        </div>
      )}
    </div>
  )
}
