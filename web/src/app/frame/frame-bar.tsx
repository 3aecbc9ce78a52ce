import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { useSession } from '../../lib/session/session'
import { LanguageSelect } from '../../ui/language-select/language-select'
import { BrandMark } from '../../ui/page/brand-mark'
import { AccountMenu } from './account-menu'
import styles from './frame-bar.module.css'
import { MenuSheet } from './menu-sheet'
import { NavEntries } from './nav-entries'

/** Floating bar over every screen: logo, menu, language, account. */
export function FrameBar() {
  const { t } = useTranslation('common')
  const { appName } = useConfig()
  const session = useSession()
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.logo}>
        <BrandMark />
        <span>{appName}</span>
      </Link>
      {session && (
        <nav className={styles.nav} aria-label={t('nav.label')}>
          <NavEntries />
        </nav>
      )}
      <div className={styles.end}>
        <LanguageSelect isCompact />
        {session && <AccountMenu session={session} />}
        {session && <MenuSheet />}
      </div>
    </header>
  )
}
