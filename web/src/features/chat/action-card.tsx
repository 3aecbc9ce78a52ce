import type { ChatAction, ChatChange } from '@scanleaf/shared'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useContext, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { isPlanLimit, showPlanLimit } from '../../lib/plan-limit'
import { ProposedRulesView } from '../../lib/proposed-rules'
import { thumbnailOf } from '../../lib/qr/thumbnail'
import { Button } from '../../ui/button/button'
import { ErrorMessage } from '../../ui/message/error-message'
import styles from './action-card.module.css'

export type Decision = 'confirm' | 'decline' | 'undo'

interface ActionCardProps {
  action: ChatAction
  decide: (decision: Decision) => Promise<ChatAction>
}

/** A change that somebody else proposes, rendered from its typed arguments; only the button carries it out. */
export function ActionCard({ action, decide }: ActionCardProps) {
  const { t } = useTranslation(['chat', 'common'])
  const titleId = useId()
  const decision = useMutation({
    mutationFn: decide,
    meta: { changes: 'user-codes' },
    onError: (error) => {
      if (isPlanLimit(error)) showPlanLimit(error)
    },
  })
  const { kind, status, code, changes } = action
  const press = (name: Decision) => ({
    size: 'sm' as const,
    loading: decision.isPending && decision.variables === name,
    disabled: decision.isPending,
    onClick: () => decision.mutate(name),
  })
  return (
    <section className={`gap-5 ${styles.card}`} aria-labelledby={titleId}>
      <h3 id={titleId}>{t(`card.${kind}`)}</h3>
      {code && <CodeOf code={code} />}
      <dl className={`gap-4 ${styles.changes}`}>
        {changes.map((change) => (
          <Change key={change.field} change={change} isNew={kind === 'create'} />
        ))}
      </dl>
      {status === 'proposed' ? (
        <div className="row wrap gap-4">
          <Button {...press('confirm')}>{t('card.confirm')}</Button>
          <Button variant="subtle" {...press('decline')}>
            {t('card.decline')}
          </Button>
        </div>
      ) : (
        <div className="row wrap gap-4">
          <p className={`muted ${styles.status}`} data-status={status} role="status">
            {t(`card.status.${status}`)}
          </p>
          {status === 'done' && (
            <Button variant="default" {...press('undo')}>
              {t('card.undo')}
            </Button>
          )}
        </div>
      )}
      {decision.isError && <ErrorMessage text={messageOf(decision.error, t('common:unreadable-answer'))} />}
    </section>
  )
}

/** Which code it is, as it is now. */
function CodeOf({ code }: { code: NonNullable<ChatAction['code']> }) {
  return (
    <div className={`row gap-5 ${styles.code}`}>
      <img src={thumbnailOf(code.qrImageUrl)} alt="" width={40} height={40} loading="lazy" />
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{code.name || code.dynamicId}</bdi>
        </p>
        {code.codeRedirect !== '' && (
          <a href={code.codeRedirect} target="_blank" rel="noopener noreferrer">
            <bdi dir="ltr">{code.codeRedirect.replace(/^https?:\/\//, '')}</bdi>
          </a>
        )}
      </div>
    </div>
  )
}

/** The rules before and after: each as a whole, since any of them may be new. */
function RulesChange({ from, to }: Pick<ChatChange, 'from' | 'to'>) {
  const { t } = useTranslation('chat')
  const Rules = useContext(ProposedRulesView)
  if (!Rules) return null
  return (
    <>
      {[
        { label: t('card.before'), text: from },
        { label: t('card.after'), text: to },
      ].map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={styles.rules}>
            <Suspense>
              <Rules text={text} />
            </Suspense>
          </dd>
        </div>
      ))}
    </>
  )
}

function Change({ change: { field, from, to }, isNew }: { change: ChatChange; isNew: boolean }) {
  const { t } = useTranslation('chat')
  if (field === 'rules') return <RulesChange from={from} to={to} />
  const shown = (value: string) => {
    if (field === 'enabled') return t(value === 'true' ? 'card.on' : 'card.off')
    return value === '' ? t('card.none') : <bdi dir={field === 'target' ? 'ltr' : 'auto'}>{value}</bdi>
  }
  return (
    <div>
      <dt>{t(`card.field.${field}`)}</dt>
      <dd>
        {!isNew && (
          <>
            <span className="visually-hidden">{t('card.before')}: </span>
            <del>{shown(from)}</del>
            <IconArrowRight className="flip" size={14} stroke={1.7} aria-hidden />
            <span className="visually-hidden">{t('card.after')}: </span>
          </>
        )}
        <ins>{shown(to)}</ins>
      </dd>
    </div>
  )
}
