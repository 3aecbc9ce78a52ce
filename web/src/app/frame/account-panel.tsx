import { helpPath, type Language, type Profile, type PublicConfig } from '@scanleaf/shared'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../features/account'
import { SCHEME_KEY } from '../../lib/color-scheme'
import { useConfig } from '../../lib/config'
import { useLanguage } from '../../lib/i18n/i18n'
import { pendingQuery } from '../../lib/operations/pending'
import type { Session } from '../../lib/session/session'
import { PendingCount } from '../../ui/badge/pending-count'
import { SegmentedControl } from '../../ui/segmented-control/segmented-control'
import styles from './account-menu.module.css'
import { operatorEntriesOf, waitingOf } from './operator-entries'

/** Of an outside account service it carries the session (spec §2); ours needs none. */
function profileAddress(config: PublicConfig, session: Session, language: Language): string {
  if (config.hasEmbeddedAccount) return '/account/profile'
  const url = new URL('/account/profile', config.accountUrl)
  url.searchParams.set('sid', session.sid)
  url.searchParams.set('lng', language)
  return url.href
}

const COLOR_SCHEMES = ['system', 'light', 'dark'] as const
type ColorScheme = (typeof COLOR_SCHEMES)[number]

function chooseScheme(scheme: ColorScheme) {
  if (scheme === 'system') localStorage.removeItem(SCHEME_KEY)
  else localStorage.setItem(SCHEME_KEY, scheme)
  // Browsers send it to the other tabs only.
  window.dispatchEvent(new Event('storage'))
}

/** Light, dark, or as the system says; kept in this browser. */
function SchemeChoice() {
  const { t } = useTranslation('account')
  const [scheme, setScheme] = useState(
    () => COLOR_SCHEMES.find((each) => each === localStorage.getItem(SCHEME_KEY)) ?? 'system',
  )
  return (
    <div className={styles.scheme}>
      <SegmentedControl
        label={t('scheme')}
        options={COLOR_SCHEMES.map((value) => ({ value, label: t(`scheme.${value}`) }))}
        value={scheme}
        onChange={(value) => {
          chooseScheme(value)
          setScheme(value)
        }}
      />
    </div>
  )
}

/** Under the account's button: the profile, the operator's screens, the sign-out and the host's terms. */
export function AccountPanel({
  session,
  profile,
  name,
  initial,
  onLeave,
}: {
  session: Session
  /** Undefined until it is loaded. */
  profile: Profile | undefined
  name: string
  initial: string
  onLeave: () => void
}) {
  const { t } = useTranslation(['account', 'common'])
  const config = useConfig()
  const language = useLanguage()
  const email = profile?.email ?? session.email
  const entries = profile ? operatorEntriesOf(profile, config) : []
  const { data: pending } = useQuery({ ...pendingQuery, enabled: entries.length > 0 })
  return (
    <>
      <div className={`row gap-6 ${styles.person}`}>
        <Avatar initial={initial} photo={profile?.photo ?? ''} size={48} />
        <div className={styles.words}>
          <p className={styles.name}>
            <bdi>{name}</bdi>
          </p>
          {email !== name && (
            <p className={`small muted ${styles.email}`}>
              <bdi dir="ltr">{email}</bdi>
            </p>
          )}
        </div>
      </div>
      <a
        className={`row gap-5 ${styles.item}`}
        href={profileAddress(config, session, language)}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onLeave}
      >
        <IconUser size={18} stroke={1.7} aria-hidden />
        <span className={styles.grow}>{t('profile.view')}</span>
        <IconExternalLink className="flip" size={16} stroke={1.7} aria-hidden />
      </a>
      {entries.map((entry) => (
        <Link key={entry.to} to={entry.to} className={`row gap-5 ${styles.item}`} onClick={onLeave}>
          <entry.Icon size={18} stroke={1.7} aria-hidden />
          <span className={styles.grow}>{t(entry.text)}</span>
          <PendingCount count={waitingOf(entry, pending)} />
        </Link>
      ))}
      <a
        className={`row gap-5 ${styles.item}`}
        href={helpPath(language)}
        target="_blank"
        rel="noopener"
        onClick={onLeave}
      >
        <IconHelp size={18} stroke={1.7} aria-hidden />
        <span className={styles.grow}>{t('common:help')}</span>
        <IconExternalLink className="flip" size={16} stroke={1.7} aria-hidden />
      </a>
      <SchemeChoice />
      <hr className={styles.divider} />
      <a className={`row gap-5 ${styles.item}`} href={`/logout?lng=${language}`}>
        <IconLogout className="flip" size={18} stroke={1.7} aria-hidden />
        <span>{t('sign-out')}</span>
      </a>
      <div className={`wrap muted ${styles.foot}`}>
        <a href={config.links.privacy} target="_blank" rel="noopener">
          {t('privacy')}
        </a>
        <a href={config.links.terms} target="_blank" rel="noopener">
          {t('terms')}
        </a>
      </div>
    </>
  )
}
