import { WORKSPACE_ACT_KINDS, type WorkspaceActKind, type WorkspaceEvent } from '@scanleaf/shared'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { SelectField } from '../../ui/field/select-field'
import lines from '../../ui/list/lines.module.css'
import list from '../../ui/list/list.module.css'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { LoadError } from '../../ui/state/load-error'
import { showToast } from '../../ui/toast/toasts'
import { type HistoryWish, historyQuery, useHistoryFile } from './api'
import styles from './workspaces.module.css'

const DAY_MS = 86_400_000
const PERIODS = [30, 90] as const
const KIND_TEXTS = {
  codes: 'owner.codes',
  members: 'members',
  workspace: 'history.workspace',
  integrations: 'history.integrations',
} as const satisfies Record<WorkspaceActKind, string>

const daysAgo = (days: string) =>
  days === '' ? '' : new Date(Date.now() - Number(days) * DAY_MS).toISOString().slice(0, 10)

/** Who did what in this workspace, the newest first: by person, kind and period, and as a file. */
export function History() {
  const { t } = useTranslation('workspaces')
  const [by, setBy] = useState('')
  const [kind, setKind] = useState('')
  const [days, setDays] = useState('')
  const wish: HistoryWish = { by, kind, from: daysAgo(days) }
  const history = useInfiniteQuery(historyQuery(wish))
  const file = useHistoryFile()
  const first = history.data?.pages[0]
  const events = history.data?.pages.flatMap(({ result }) => result)
  const choices: [label: string, value: string, set: (value: string) => void, options: [string, string][]][] =
    [
      [
        t('history.person'),
        by,
        setBy,
        [
          ['', t('history.everybody')],
          ...(first?.people ?? []).map(({ userId, name, email }): [string, string] => [
            userId,
            `${name} · ${email}`,
          ]),
        ],
      ],
      [
        t('history.kind'),
        kind,
        setKind,
        [
          ['', t('history.everything')],
          ...WORKSPACE_ACT_KINDS.map((each): [string, string] => [each, t(KIND_TEXTS[each])]),
        ],
      ],
      [
        t('history.period'),
        days,
        setDays,
        [
          ['', t('history.ever')],
          ...PERIODS.map((each): [string, string] => [String(each), t(`history.${each}`)]),
        ],
      ],
    ]
  return (
    <Card isPadded aria-labelledby="history">
      <h2 id="history">{t('history')}</h2>
      <p className="small muted">{t('history.text')}</p>
      <div className={styles.filters}>
        {choices.map(([label, value, set, options]) => (
          <SelectField
            key={label}
            label={label}
            value={value}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          >
            {options.map(([id, text]) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      {!events &&
        (history.isError ? <LoadError onRetry={() => history.refetch()} /> : <ListSkeleton rows={3} />)}
      {events?.length === 0 && <p className="muted">{t('history.none')}</p>}
      {events && events.length > 0 && (
        <ul className={lines.lines}>
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        {history.hasNextPage && (
          <Button
            variant="subtle"
            loading={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {t('history.older')}
          </Button>
        )}
        {events && events.length > 0 && (
          <Button
            variant="default"
            loading={file.isPending}
            onClick={() =>
              file.mutate(wish, {
                onError: () => showToast({ kind: 'error', title: t('history.csv-failed') }),
              })
            }
          >
            {t('history.csv')}
          </Button>
        )}
      </div>
    </Card>
  )
}

function EventLine({ event: { at, by, action, subject, member, count, role } }: { event: WorkspaceEvent }) {
  const { t } = useTranslation('workspaces')
  const nameOf = (name: string | null) => name ?? t('history.erased')
  const roleText = role === null ? '' : t(`role.${role}`)
  const codes = count === null ? '' : t('history.codes', { count })
  const what = bidiIsolate(subject || (member ? nameOf(member.name) : codes || roleText))
  return (
    <li className={styles.line}>
      <div className={styles.who}>
        <span>{t(`act.${action}`, { what, role: roleText })}</span>
        <span className={list.small}>
          <bdi>{nameOf(by.name)}</bdi> · <time dateTime={at}>{formatDateTime(at)}</time>
        </span>
      </div>
    </li>
  )
}
