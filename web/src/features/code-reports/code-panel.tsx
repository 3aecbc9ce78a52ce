import type { CodeReportActionName, ReportedCode } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { formatDateTime } from '../../lib/format/format'
import { Button } from '../../ui/button/button'
import lines from '../../ui/list/lines.module.css'
import styles from '../../ui/list/list.module.css'
import { showToast } from '../../ui/toast/toasts'
import { detailsQuery, useDecision } from './api'
import own from './code-reports.module.css'
import { TakedownForm } from './takedown-form'

/** Reports and decisions of a code, and the possible actions. */
export function CodePanel({ code, mayUpdate }: { code: ReportedCode; mayUpdate: boolean }) {
  const { t } = useTranslation('code-reports')
  const { data } = useQuery(detailsQuery(code.codeId))
  const { reports = [], actions = [] } = data ?? {}
  return (
    <div className={`gap-6 ${styles.form}`}>
      <div className={`gap-10 ${styles.parts}`}>
        <section className={`gap-6 ${styles.part}`} aria-label={t('column.reports')}>
          <h2>{t('column.reports')}</h2>
          {data && reports.length === 0 && <p className="small muted">{t('reports.none')}</p>}
          <ul className={lines.log}>
            {reports.map(({ id, at, reason, note }) => (
              <li key={id}>
                <div>
                  {t(`reason.${reason}`)}
                  {note !== '' && <bdi className={`muted ${own.note}`}>{note}</bdi>}
                  <span className={`fine muted ${styles.small}`}>
                    <bdi dir="ltr">{formatDateTime(at)}</bdi>
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </section>
        <section className={`gap-6 ${styles.part}`} aria-label={t('history')}>
          <h2>{t('history')}</h2>
          {data && actions.length === 0 && <p className="small muted">{t('history.none')}</p>}
          <ul className={lines.log}>
            {actions.map(({ id, at, by, action, reason, note }) => (
              <li key={id}>
                <div>
                  {t(`done.${action}`)}
                  {reason !== '' && ` · ${t(`reason.${reason}`)}`}
                  {note !== '' && <bdi className={`muted ${own.note}`}>{note}</bdi>}
                  <span className={`fine muted ${styles.small}`}>
                    <bdi dir="ltr">{formatDateTime(at)}</bdi> · <bdi dir="ltr">{by}</bdi>
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {code.waitingSince !== null && (
        <p className="small muted">{t('waiting.text', { needed: code.needed })}</p>
      )}
      {mayUpdate && <Decisions code={code} />}
    </div>
  )
}

function Decisions({ code }: { code: ReportedCode }) {
  const { codeId, target, version, takedown, open, isWarned } = code
  const { t } = useTranslation('code-reports')
  const [isTaking, setIsTaking] = useState(false)
  const decision = useDecision(codeId)
  const fail = (error: Error) => showToast({ kind: 'error', title: messageOf(error, '') })
  /** A dismissal is undone from its toast, a takedown by a restore and the other way round. */
  const decide = (action: CodeReportActionName) =>
    decision.mutate(
      { action, body: { target, version } },
      {
        onError: fail,
        onSuccess: () =>
          showToast({
            kind: 'success',
            title: t(`done.${action}`),
            ...(action === 'dismiss' && {
              visibleMs: 8000,
              action: { label: t('undo'), onClick: () => decide('reopen') },
            }),
          }),
      },
    )
  if (isTaking)
    return (
      <TakedownForm
        note={t('takedown.text')}
        submit={(body) => decision.mutateAsync({ action: 'takedown', body })}
        onDone={() => {
          setIsTaking(false)
          showToast({ kind: 'success', title: t('done.takedown') })
        }}
        onCancel={() => setIsTaking(false)}
      />
    )
  return (
    <div className={`wrap gap-4 ${styles.formActs}`}>
      {takedown === null && (open > 0 || isWarned) && (
        <Button variant="default" loading={decision.isPending} onClick={() => decide('dismiss')}>
          {t(open > 0 ? 'dismiss' : 'unwarn')}
        </Button>
      )}
      {takedown === null && open > 0 && (
        <Button variant="default" loading={decision.isPending} onClick={() => decide('warn')}>
          {t(isWarned ? 'warn.keep' : 'warn')}
        </Button>
      )}
      {takedown === null ? (
        <Button color="red" onClick={() => setIsTaking(true)}>
          {t('takedown')}
        </Button>
      ) : (
        <Button loading={decision.isPending} onClick={() => decide('restore')}>
          {t('restore')}
        </Button>
      )}
    </div>
  )
}
