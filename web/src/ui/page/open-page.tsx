import type { ReactNode } from 'react'
import { useConfig } from '../../lib/config'
import { useLanguage } from '../../lib/i18n/i18n'
import { LanguageSelect } from '../language-select/language-select'
import { BrandMark } from './brand-mark'
import styles from './open-page.module.css'

export interface OpenPageProps {
  /** Of the column: a form, or a text to read. */
  width?: 'form' | 'text'
  foot?: ReactNode
  /** The other half of a wide screen. */
  aside?: ReactNode
  children: ReactNode
}

/** A page for anybody, without the frame of a session. */
export function OpenPage({ width = 'form', foot, aside, children }: OpenPageProps) {
  const { appName } = useConfig()
  const language = useLanguage()
  return (
    <div className={styles.page} data-halves={aside ? true : undefined}>
      <div className={`stack ${styles.side}`}>
        <header className={`row ${styles.head}`}>
          <a className={`row gap-5 ${styles.logo}`} href={`/?lng=${language}`}>
            <BrandMark size={30} />
            <span>{appName}</span>
          </a>
          <LanguageSelect />
        </header>
        <main className={`stack gap-9 ${styles.main}`} data-width={width}>
          {children}
        </main>
        {foot && <footer className={`wrap small muted ${styles.foot}`}>{foot}</footer>}
      </div>
      {aside}
    </div>
  )
}
