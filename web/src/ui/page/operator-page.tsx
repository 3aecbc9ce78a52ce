import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card'
import { ListSkeleton } from '../list/list-skeleton'
import { EmptyState } from '../state/empty-state'
import { PageHeader, type PageHeadProps } from './page-header'

export interface OperatorPageProps extends Omit<PageHeadProps, 'children'> {
  /** Undefined until it is known. */
  canRead: boolean | undefined
  children: ReactNode
}

/** A screen for operators of this installation; others see whom to ask. */
export function OperatorPage({ canRead, children, ...head }: OperatorPageProps) {
  const { t } = useTranslation('common')
  return (
    <>
      <PageHeader {...head} />
      {canRead === true && children}
      {canRead !== true && (
        <Card>
          {canRead === undefined ? (
            <ListSkeleton />
          ) : (
            <EmptyState title={t('forbidden')} text={t('forbidden.text')} />
          )}
        </Card>
      )}
    </>
  )
}
