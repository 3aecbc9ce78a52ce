import {
  formatNumber,
  formatVnd,
  type OwnershipOffer,
  type Workspace,
  type WorkspaceMember,
} from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { formatDate } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../lib/i18n/i18n'
import { rememberWorkspace } from '../../lib/session/workspace'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { SelectField } from '../../ui/field/select-field'
import { showToast } from '../../ui/toast/toasts'
import { offerQuery, useAcceptOwnership, useEndOffer, useOffer } from './api'
import styles from './workspaces.module.css'

interface OwnershipProps {
  workspace: Workspace
  members: readonly WorkspaceMember[]
}

const fail = (error: Error) => showToast({ kind: 'error', title: messageOf(error, error.message) })

/** Offers a further workspace to another member; shows an open offer to who made it and who may accept it. */
export function Ownership({ workspace, members }: OwnershipProps) {
  const { t } = useTranslation('workspaces')
  const { data: offer } = useQuery(offerQuery)
  const others = members.filter(({ isYou }) => !isYou)
  const mayOffer = workspace.role === 'owner' && !workspace.isHome && others.length > 0
  if (offer === undefined || (offer === null && !mayOffer)) return null
  return (
    <Card isPadded aria-labelledby="ownership">
      <h2 id="ownership">{t('owner.title')}</h2>
      {offer === null ? (
        <OfferForm members={others} />
      ) : offer.isForYou ? (
        <Answer offer={offer} workspace={workspace} />
      ) : (
        <Offered offer={offer} />
      )}
    </Card>
  )
}

function OfferForm({ members }: { members: readonly WorkspaceMember[] }) {
  const { t } = useTranslation('workspaces')
  const [userId, setUserId] = useState(members[0]?.userId ?? '')
  const offer = useOffer()
  return (
    <form
      className={styles.invite}
      aria-labelledby="ownership"
      onSubmit={(event) => {
        event.preventDefault()
        offer.mutate(userId, { onError: fail })
      }}
    >
      <p className="small muted">{t('owner.text')}</p>
      <SelectField
        label={t('owner.choose')}
        value={userId}
        onChange={({ currentTarget }) => setUserId(currentTarget.value)}
      >
        {members.map(({ userId: id, name, email }) => (
          <option key={id} value={id}>
            {`${name} · ${email}`}
          </option>
        ))}
      </SelectField>
      <div className={styles.actions}>
        <Button type="submit" variant="default" loading={offer.isPending}>
          {t('owner.offer')}
        </Button>
      </div>
    </form>
  )
}

function Offered({ offer: { to, expiresAt } }: { offer: OwnershipOffer }) {
  const { t } = useTranslation('workspaces')
  const end = useEndOffer()
  const names = { name: bidiIsolate(to.name), day: bidiIsolate(formatDate(expiresAt)) }
  return (
    <>
      <p className={styles.note}>{t('owner.offered', names)}</p>
      <div className={styles.actions}>
        <Button
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate(undefined, { onError: fail })}
        >
          {t('owner.withdraw')}
        </Button>
      </div>
    </>
  )
}

function Answer({ offer, workspace }: { offer: OwnershipOffer; workspace: Workspace }) {
  const { t } = useTranslation('workspaces')
  const language = useLanguage()
  const [end, accept] = [useEndOffer(), useAcceptOwnership()]
  const { codes, members, billing } = offer
  const owed = billing?.owed ?? 0
  const facts: [label: string, value: string][] = [
    [t('owner.codes'), formatNumber(codes, language)],
    [t('members'), formatNumber(members, language)],
    ...(billing
      ? ([
          [t('owner.plan'), billing.plan],
          [t('owner.balance'), formatVnd(billing.balance, language)],
          [t('owner.owed'), formatVnd(owed, language)],
        ] as [string, string][])
      : []),
  ]
  const accepted = () => {
    rememberWorkspace({ id: workspace.id, role: 'owner' })
    showToast({ kind: 'success', title: t('owner.accepted') })
  }
  return (
    <>
      <p className={styles.note}>{t('owner.for-you', { workspace: bidiIsolate(workspace.name) })}</p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="small muted">{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate(undefined, { onError: fail })}
        >
          {t('owner.decline')}
        </Button>
        <Button
          loading={accept.isPending}
          onClick={() => accept.mutate(owed, { onSuccess: accepted, onError: fail })}
        >
          {t('owner.accept')}
        </Button>
      </div>
    </>
  )
}
