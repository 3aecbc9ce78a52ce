import type { Language, PublicConfig } from '@scanleaf/shared'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../features/account/avatar'
import { initialOf, personName } from '../features/account/person'
import { profileQuery } from '../features/account/profile-query'
import { accountOrigin, useConfig } from '../lib/config'
import { useLanguage } from '../lib/i18n'
import type { Session } from '../lib/session/session'
import drop from '../ui/drop-panel.module.css'
import { useDropPanel } from '../ui/use-drop-panel'
import styles from './account-menu.module.css'
import { mayOperate } from './may-operate'

function profileAddress(config: PublicConfig, session: Session, language: Language): string {
  const url = new URL('/account/profile', accountOrigin(config))
  url.searchParams.set('sid', session.sid)
  url.searchParams.set('lng', language)
  return url.href
}

/** Who is signed in: photo or initial, and under it the profile, the sign-out and the host's terms. */
export function AccountMenu({ session }: { session: Session }) {
  const { t } = useTranslation('account')
  const config = useConfig()
  const language = useLanguage()
  const panel = useDropPanel()
  const profile = useQuery(profileQuery)
  const name = (profile.data && personName(profile.data, language)) || session.email
  const initial = initialOf(profile.data ?? { firstName: '', email: session.email, phone: '' })
  const email = profile.data?.email ?? session.email
  const photo = profile.data?.photo ?? ''

  return (
    <div className={drop.root} {...panel.rootProps}>
      <button
        type="button"
        ref={panel.buttonRef}
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={panel.isOpen}
        aria-label={t('profile.open', { name })}
        onClick={panel.toggle}
      >
        <Avatar initial={initial} photo={photo} size={34} />
      </button>
      {panel.isOpen && (
        <div
          className={`${drop.panel} ${styles.panel}`}
          role="dialog"
          aria-label={t('profile.open', { name })}
        >
          <div className={styles.person}>
            <Avatar initial={initial} photo={photo} size={48} />
            <div className={styles.words}>
              <p className={styles.name}>
                <bdi>{name}</bdi>
              </p>
              {email !== name && (
                <p className={styles.email}>
                  <bdi dir="ltr">{email}</bdi>
                </p>
              )}
            </div>
          </div>
          <a
            className={styles.item}
            href={profileAddress(config, session, language)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={panel.close}
          >
            <IconUser size={18} stroke={1.7} aria-hidden />
            <span className={styles.grow}>{t('profile.view')}</span>
            <IconExternalLink className="flip" size={16} stroke={1.7} aria-hidden />
          </a>
          {config.billing && profile.data && mayOperate(profile.data) && (
            <Link to="/admin/billing" className={styles.item} onClick={panel.close}>
              <IconReceipt size={18} stroke={1.7} aria-hidden />
              <span className={styles.grow}>{t('operate-billing')}</span>
            </Link>
          )}
          <hr className={styles.divider} />
          <a className={styles.item} href={`/logout?lng=${language}`}>
            <IconLogout className="flip" size={18} stroke={1.7} aria-hidden />
            <span>{t('sign-out')}</span>
          </a>
          <div className={styles.foot}>
            <a href={config.links.privacy} target="_blank" rel="noopener">
              {t('privacy')}
            </a>
            <a href={config.links.terms} target="_blank" rel="noopener">
              {t('terms')}
            </a>
          </div>
        </div>
      )}
    </div>
  )
}
