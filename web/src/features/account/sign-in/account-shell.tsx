import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { OpenPage } from '../../../ui/page/open-page'
import { Tile } from '../../../ui/tile/tile'
import styles from './account-shell.module.css'

export interface AccountShellProps {
  title: string
  /** The purpose of the page, in a sentence. */
  lead?: ReactNode
  /** Above the title. */
  icon?: ReactNode
  /** Above all: a way back. */
  back?: ReactNode
  aside?: ReactNode
  children?: ReactNode
}

/** A page of the account for who is not signed in: one narrow column. */
export function AccountShell({ title, lead, icon, back, aside, children }: AccountShellProps) {
  const { t } = useTranslation('account')
  const { links } = useConfig()
  useDocumentTitle(title)
  const foot = (
    <>
      <a href={links.privacy} target="_blank" rel="noopener">
        {t('privacy')}
      </a>
      <a href={links.terms} target="_blank" rel="noopener">
        {t('terms')}
      </a>
    </>
  )
  return (
    <OpenPage foot={foot} aside={aside}>
      {back}
      {icon && <Tile size={52}>{icon}</Tile>}
      <div>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={`muted ${styles.lead}`}>{lead}</p>}
      </div>
      {children}
    </OpenPage>
  )
}
