import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { LanguageSelect } from '../../../ui/language-select/language-select'
import { BrandMark } from '../../../ui/page/brand-mark'
import styles from './account-shell.module.css'

export interface AccountShellProps {
  title: string
  subtitle?: string
  children: ReactNode
}

/** Sign-in and registration: a form on one side, a picture of a code on the other. */
export function AccountShell({ title, subtitle, children }: AccountShellProps) {
  const { t } = useTranslation('account')
  const { appName, links } = useConfig()
  useDocumentTitle(title)
  return (
    <div className={styles.screen}>
      <div className={styles.side}>
        <header className={styles.head}>
          <span className={styles.logo}>
            <BrandMark size={30} />
            <span>{appName}</span>
          </span>
          <LanguageSelect />
        </header>
        <main className={styles.main}>
          <h1 className={styles.title}>{title}</h1>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
          <div className={styles.content}>{children}</div>
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
      <aside className={styles.art} aria-hidden="true">
        <div className={styles.paper} />
        <div className={styles.scans}>
          <b>{t('art.scans', { count: 1284 })}</b>
          <svg width="96" height="28" viewBox="0 0 96 28" aria-hidden="true">
            <path
              d="M0 24C10 24 10 18 20 18S30 21 40 16 50 12 60 14 72 6 80 7 90 2 96 3"
              fill="none"
              stroke="#75D3A0"
              strokeWidth="2"
              strokeLinecap="round"
            />
          </svg>
        </div>
      </aside>
    </div>
  )
}
