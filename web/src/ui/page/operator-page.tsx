import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card'
import { ListSkeleton } from '../list/list-skeleton'
import { EmptyState } from '../state/empty-state'
import { PageHead } from './page-header'

export interface OperatorPageProps {
  title: string
  subtitle: string
  /** Undefined until it is known. */
  mayRead: boolean | undefined
  children: ReactNode
}

/** A screen of the people who run this installation; others are told whom to ask. */
export function OperatorPage({ title, subtitle, mayRead, children }: OperatorPageProps) {
  const { t } = useTranslation('common')
  return (
    <>
      <PageHead title={title} subtitle={subtitle} />
      {mayRead === true && children}
      {mayRead !== true && (
        <Card>
          {mayRead === undefined ? (
            <ListSkeleton />
          ) : (
            <EmptyState title={t('forbidden')} text={t('forbidden.text')} />
          )}
        </Card>
      )}
    </>
  )
}
