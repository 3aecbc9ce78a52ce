import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { Banner, BannerStack, bannerLink } from '../../ui/banner/banner'
import { FilterSelect } from '../../ui/list/filter-select'
import styles from '../../ui/list/list.module.css'
import { ListCard } from '../../ui/list/list-card'
import { SearchField } from '../../ui/list/search-field'
import { OperatorPage } from '../../ui/page/operator-page'
import { Table } from '../../ui/table/table'
import { usersQuery, waitingQuery } from './api'
import { Invitations } from './invitations'
import type { Rights } from './operator-rights'
import { ROLES, STATES, type UsersSearch, WANTED_OF } from './search'
import { UserRow } from './user-row'

export interface UsersAdminPageProps {
  /** Undefined until it is known. */
  canRead: boolean | undefined
  rights: Rights
}

/** Where the operator is, by the address, and the way to another place. */
export function usePlace() {
  const search: UsersSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    ...search,
    /** Begins at page 1 unless it names another. */
    go: (next: UsersSearch) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, page: undefined, ...next }),
        replace: true,
        resetScroll: false,
      } as Parameters<typeof navigate>[0]),
  }
}

/** /admin/users: users and their permissions. */
export function UsersAdminPage({ canRead, rights }: UsersAdminPageProps) {
  const { t } = useTranslation('users-admin')
  const { registration } = useConfig()
  return (
    <OperatorPage title={t('title')} subtitle={t('subtitle')} canRead={canRead}>
      {registration === 'invite' && rights.mayUpdate && <Invitations />}
      <WaitingBanner />
      <Users rights={rights} />
    </OperatorPage>
  )
}

/** Over the list while somebody waits, whatever REGISTRATION is by now. */
function WaitingBanner() {
  const { t } = useTranslation('users-admin')
  const { state, go } = usePlace()
  const { data: waiting = 0 } = useQuery(waitingQuery)
  if (waiting === 0 || state === 'waiting') return null
  return (
    <BannerStack>
      <Banner
        tone="pending"
        link={
          <button type="button" className={bannerLink} onClick={() => go({ state: 'waiting' })}>
            {t('waiting.show')}
          </button>
        }
      >
        {t('waiting', { waiting })}
      </Banner>
    </BannerStack>
  )
}

function Users({ rights }: { rights: Rights }) {
  const { t } = useTranslation('users-admin')
  const { q, role, state, page = 1, go } = usePlace()
  const list = useQuery(
    usersQuery({
      page,
      ...(q !== undefined && { q }),
      ...(role && { role }),
      ...(state && WANTED_OF[state]),
    }),
  )
  return (
    <ListCard list={list} empty={t('empty')} tools={<Tools />} onPage={(next) => go({ page: next })}>
      {(users) => (
        <Table className={styles.table} aria-label={t('title')}>
          <thead>
            <tr>
              <th scope="col">{t('column.user')}</th>
              <th scope="col">{t('column.email')}</th>
              <th scope="col">{t('role')}</th>
              <th scope="col">{t('state')}</th>
              <th scope="col">{t('column.created')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {users.map((each) => (
              <UserRow key={each.id} user={each} rights={rights} />
            ))}
          </tbody>
        </Table>
      )}
    </ListCard>
  )
}

function Tools() {
  const { t } = useTranslation('users-admin')
  const { q = '', role, state, go } = usePlace()
  const all = { value: '', text: t('all') }
  return (
    <>
      <FilterSelect
        label={t('role')}
        options={[all, ...ROLES.map((value) => ({ value, text: t(`role.${value}`) }))]}
        value={role ?? ''}
        onChange={(next) => go({ role: next as UsersSearch['role'] & string })}
      />
      <FilterSelect
        label={t('state')}
        options={[all, ...STATES.map((value) => ({ value, text: t(`state.${value}`) }))]}
        value={state ?? ''}
        onChange={(next) => go({ state: next as UsersSearch['state'] & string })}
      />
      <SearchField label={t('search')} value={q} onSearch={(text) => go({ q: text })} />
    </>
  )
}
