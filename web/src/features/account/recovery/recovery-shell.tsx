import { useDocumentTitle } from '@mantine/hooks'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { LanguageSelect } from '../../../ui/language-select/language-select'
import { BrandMark } from '../../../ui/page/brand-mark'
import { accountPath } from '../sign-in/account-search'
import styles from './recovery-shell.module.css'

export interface RecoveryShellProps {
  title: string
  /** The purpose of the screen, in a sentence. */
  lead?: ReactNode
  /** Above the title. */
  icon?: ReactNode
  /** With a link back to the sign-in. */
  hasWayBack?: boolean
  children?: ReactNode
}

/** The screens of account recovery: one narrow column. */
export function RecoveryShell({ title, lead, icon, hasWayBack = false, children }: RecoveryShellProps) {
  const { t } = useTranslation(['account', 'recovery'])
  const { appName, links } = useConfig()
  const language = useLanguage()
  useDocumentTitle(title)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <a className={styles.logo} href={`/?lng=${language}`}>
          <BrandMark size={30} />
          <span>{appName}</span>
        </a>
        <LanguageSelect />
      </header>
      <main className={styles.main}>
        {hasWayBack && (
          <a className={styles.back} href={accountPath('/account/login', language)}>
            <IconArrowLeft size={16} stroke={1.7} aria-hidden />
            {t('recovery:back')}
          </a>
        )}
        {icon && <span className={styles.tile}>{icon}</span>}
        <div>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </main>
      <footer className={styles.foot}>
        <a href={links.privacy} target="_blank" rel="noopener">
          {t('privacy')}
        </a>
        <a href={links.terms} target="_blank" rel="noopener">
          {t('terms')}
        </a>
      </footer>
    </div>
  )
}
