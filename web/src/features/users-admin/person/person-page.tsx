import { coversRights, fullName, type UserDetails } from '@scanleaf/shared'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useQueries } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Card } from '../../../ui/card/card'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { OperatorPage } from '../../../ui/page/operator-page'
import { LoadError } from '../../../ui/state/load-error'
import { overviewQuery, sessionsQuery, userQuery } from '../api'
import type { Rights } from '../operator-rights'
import own from '../users-admin.module.css'
import { Access } from './access'
import { DangerZone } from './danger-zone'
import { History } from './history'
import { Overview } from './overview'
import { Sessions } from './sessions'
import { Standing } from './standing'

export interface PersonPageProps {
  /** Undefined until it is known. */
  canRead: boolean | undefined
  rights: Rights
  /** Takes down all codes of a user; nothing for whom that is not allowed. */
  OwnerTakedown: ComponentType<{ userId: string; name: string }> | null
}

/** /admin/users/{id}: what a person has, what they may do, and what can be done about them. */
export function PersonPage({ canRead, rights, OwnerTakedown }: PersonPageProps) {
  // Those of its cards too: one that came later would blank the page.
  const { t } = useTranslation(['users-admin', 'billing', 'billing-admin', 'code-reports'])
  const language = useLanguage()
  const { id } = useParams({ from: '/protected/operator/admin/users/$id' })
  const enabled = canRead === true
  // Together: a card that came later would push down those below it.
  const asked = useQueries({
    queries: [
      { ...userQuery(id), enabled },
      { ...overviewQuery(id), enabled },
      { ...sessionsQuery(id), enabled },
    ],
  })
  const [{ data, refetch }] = asked
  const isPending = asked.some((each) => each.isPending)
  const user = isPending ? undefined : data
  return (
    <OperatorPage
      title={user ? fullName(user, language) || user.username : t('title')}
      {...(user && { subtitle: namesOf(user) })}
      canRead={canRead}
      start={
        <Link to="/admin/users" aria-label={t('person.back')}>
          <IconArrowLeft className="flip" size={20} stroke={1.7} aria-hidden />
        </Link>
      }
    >
      {user && <Person user={user} rights={rights} OwnerTakedown={OwnerTakedown} />}
      {!user && (
        <Card>{isPending ? <ListSkeleton rows={5} /> : <LoadError onRetry={() => refetch()} />}</Card>
      )}
    </OperatorPage>
  )
}

/** Each stays in one piece beside text of another direction. */
const namesOf = ({ username, email, phone }: UserDetails): string =>
  [username, email, phone].filter(Boolean).map(bidiIsolate).join(' · ')

function Person({ user, rights, OwnerTakedown }: Omit<PersonPageProps, 'canRead'> & { user: UserDetails }) {
  // As the server refuses: nobody acts on a person with more rights, nor on themselves.
  const isTouchable =
    user.id !== rights.ownId && coversRights(rights.held, user.role === 'admin' ? 'all' : user.permissions)
  const mayEdit = rights.mayUpdate && isTouchable
  return (
    <div className={`gap-8 ${own.person}`}>
      <Standing user={user} mayEdit={mayEdit} mayKeep={rights.mayDelete && isTouchable} />
      <Overview user={user} />
      <div className={`gap-8 ${own.parts}`}>
        <Access user={user} mayGrant={rights.held === 'all' && isTouchable} />
        <div className="stack gap-8">
          <Sessions user={user} mayEdit={mayEdit} />
          <History userId={user.id} />
          <DangerZone
            user={user}
            OwnerTakedown={OwnerTakedown}
            mayRecover={mayEdit && user.suspendedAt === null}
            maySuspend={mayEdit && user.suspendedAt === null}
            mayDelete={rights.mayDelete && isTouchable && user.deletion === null}
          />
        </div>
      </div>
    </div>
  )
}
