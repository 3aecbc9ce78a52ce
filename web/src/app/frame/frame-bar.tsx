import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { profileQuery } from '../../features/account'
import { useConfig } from '../../lib/config'
import { Allowed } from '../../lib/session/allowed'
import { useSession } from '../../lib/session/session'
import { hasChosenWorkspace } from '../../lib/session/workspace'
import { LanguageSelect } from '../../ui/language-select/language-select'
import { BrandMark } from '../../ui/page/brand-mark'
import { AccountMenu } from './account-menu'
import styles from './frame-bar.module.css'
import { MenuSheet } from './menu-sheet'
import { NavEntries } from './nav-entries'

const WorkspaceSwitcher = lazy(async () => ({
  default: (await import('../../features/workspaces/switcher')).WorkspaceSwitcher,
}))

/** Floating bar over every screen: logo, menu, language, account. */
export function FrameBar() {
  const { t } = useTranslation('common')
  const { appName } = useConfig()
  const session = useSession()
  const { data: profile } = useQuery({ ...profileQuery, enabled: session !== null })
  const sharesWorkspaces = profile?.sharesWorkspaces || hasChosenWorkspace()
  return (
    <header className={`row gap-2 ${styles.bar}`}>
      <Link to="/" className={`row gap-5 ${styles.logo}`}>
        <BrandMark />
        <span>{appName}</span>
      </Link>
      {session && sharesWorkspaces && (
        <Suspense>
          <WorkspaceSwitcher />
        </Suspense>
      )}
      {session && (
        <nav className={`gap-1 ${styles.nav}`} aria-label={t('nav.label')}>
          <NavEntries />
        </nav>
      )}
      <div className={`row gap-1 ${styles.end}`}>
        {session && (
          <Allowed to="assistant">
            {/* For the assistant's button; as the first it moves nothing that is there. */}
            <span id="assistant" />
          </Allowed>
        )}
        <LanguageSelect isCompact />
        {session && <AccountMenu session={session} />}
        {session && <MenuSheet />}
      </div>
    </header>
  )
}
