import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { profileQuery } from '../../features/account'
import { useConfig } from '../../lib/config'
import { pendingQuery } from '../../lib/operations/pending'
import { PendingCount } from '../../ui/badge/pending-count'
import styles from './operator-bar.module.css'
import { operatorEntriesOf, waitingOf } from './operator-entries'

/** The screens of operators, under a bar that leads from each to the others. */
export function OperatorFrame() {
  return (
    <>
      <OperatorBar />
      <Outlet />
    </>
  )
}

/** Each screen with what waits there; nothing for somebody who has one at most. */
function OperatorBar() {
  const { t } = useTranslation('account')
  const config = useConfig()
  const { data: profile } = useQuery(profileQuery)
  const entries = profile ? operatorEntriesOf(profile, config) : []
  const { data: pending } = useQuery({ ...pendingQuery, enabled: entries.length > 1 })
  const bar = useCurrentInView(pending)
  if (profile && entries.length < 2) return null
  return (
    <nav ref={bar} className={`gap-1 ${styles.bar}`} aria-label={t('operators')}>
      {entries.map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          className={`row muted gap-4 ${styles.entry}`}
          activeOptions={{ includeSearch: false }}
        >
          <entry.Icon size={18} stroke={1.7} aria-hidden />
          {t(entry.text)}
          <PendingCount count={waitingOf(entry, pending)} />
        </Link>
      ))}
    </nav>
  )
}

/** The current entry in the middle, where the bar is longer than a phone is wide; the page stays where it is. */
function useCurrentInView(shown: unknown) {
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of an entry changes with what is shown
  useEffect(() => {
    const entry = bar.current?.querySelector('[aria-current="page"]')
    if (!bar.current || !entry) return
    const [outer, inner] = [bar.current.getBoundingClientRect(), entry.getBoundingClientRect()]
    bar.current.scrollBy({ left: inner.left + inner.width / 2 - (outer.left + outer.width / 2) })
  }, [pathname, shown])
  return bar
}
