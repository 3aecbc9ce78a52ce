import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar, initialOf, personName, profileQuery } from '../../features/account'
import { useLanguage } from '../../lib/i18n/i18n'
import type { Session } from '../../lib/session/session'
import drop from '../../ui/menu/dropdown.module.css'
import { useDropdown } from '../../ui/menu/use-dropdown'
import styles from './account-menu.module.css'

const AccountPanel = lazy(async () => ({ default: (await import('./account-panel')).AccountPanel }))

/** The signed-in user: photo or initial; a click opens the panel. */
export function AccountMenu({ session }: { session: Session }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const panel = useDropdown()
  const { data: profile } = useQuery(profileQuery)
  const name = (profile && personName(profile, language)) || session.email
  const initial = initialOf(profile ?? { firstName: '', lastName: '', email: session.email, phone: '' })

  return (
    <div className={drop.root} data-in-bar {...panel.rootProps}>
      <button
        type="button"
        ref={panel.buttonRef}
        className={`centred ${styles.button}`}
        aria-haspopup="dialog"
        aria-expanded={panel.isOpen}
        aria-label={t('profile.open', { name })}
        onClick={panel.toggle}
      >
        <Avatar initial={initial} photo={profile?.photo ?? ''} size={34} />
      </button>
      {panel.isOpen && (
        <div
          className={`${drop.panel} ${styles.panel}`}
          role="dialog"
          aria-label={t('profile.open', { name })}
        >
          <Suspense>
            <AccountPanel
              session={session}
              profile={profile}
              name={name}
              initial={initial}
              onLeave={panel.close}
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}
