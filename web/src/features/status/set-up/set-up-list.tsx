import { SET_UP_GUIDES, type SetUp, type SetUpStep } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { readTabDraft, storeTabDraft } from '../../../lib/session/drafts'
import { useSession } from '../../../lib/session/session'
import { Button, buttonClass } from '../../../ui/button/button'
import { CopyButton } from '../../../ui/button/copy-button'
import { OperatorGuideLink } from '../../../ui/page/operator-guide-link'
import { ProgressBar } from '../../../ui/progress/progress-bar'
import { showToast } from '../../../ui/toast/toasts'
import { sendTestMessage, setUpQuery } from '../api'
import styles from './set-up-list.module.css'
import { useSkippedSteps } from './skipped-steps'

const HIDDEN = 'set-up-later'

export interface SetUpListProps {
  /** Can be put off until the next sign-in. */
  canWait?: boolean
  /** Around the list, while there is one. */
  frame?: (list: ReactNode) => ReactNode
}

/** What an administrator has yet to set up; nothing for others, and once every step is done or skipped. */
export function SetUpList({ canWait = false, frame = (list) => list }: SetUpListProps) {
  const session = useSession()
  const isAdmin = session?.isAdmin ?? false
  const { data } = useQuery({ ...setUpQuery, enabled: isAdmin })
  const { skipped, skip } = useSkippedSteps()
  const [isHidden, setIsHidden] = useState(
    () => canWait && readTabDraft(HIDDEN, session?.userId ?? null) === true,
  )
  if (!data || !isAdmin || isHidden) return null
  const left = data.steps.filter(({ step, isDone }) => !isDone && !skipped.includes(step))
  if (left.length === 0) return null

  function hide() {
    storeTabDraft(HIDDEN, session?.userId ?? null, true)
    setIsHidden(true)
  }

  return frame(<Steps setUp={data} skipped={skipped} onSkip={skip} {...(canWait && { onLater: hide })} />)
}

interface StepsProps {
  setUp: SetUp
  skipped: readonly SetUpStep[]
  onSkip: (step: SetUpStep) => void
  onLater?: () => void
}

function Steps({ setUp: { steps, phoneSettings }, skipped, onSkip, onLater }: StepsProps) {
  const { t } = useTranslation('set-up')
  const counted = steps.filter(({ step, isDone }) => isDone || !skipped.includes(step))
  const done = counted.filter(({ isDone }) => isDone).length
  const progress = t('done', { done, all: counted.length })
  return (
    <section aria-labelledby="set-up" className={styles.setUp}>
      <div className={`row wrap gap-6 ${styles.head}`}>
        <div className="fill">
          <h2 id="set-up">{t('title')}</h2>
          <p className="small muted">{t('subtitle')}</p>
        </div>
        {onLater && (
          <Button variant="subtle" size="sm" onClick={onLater}>
            {t('later')}
          </Button>
        )}
      </div>
      <div className={`row gap-6 ${styles.progress}`}>
        <ProgressBar value={done} max={counted.length} aria-label={progress} />
        <span className="small">{progress}</span>
      </div>
      <ol>
        {counted.map(({ step, isDone, value }, place) => (
          <li key={step} className={`gap-6 ${styles.step}`} data-done={isDone || undefined}>
            <span className={styles.mark} aria-hidden="true">
              {isDone ? <IconCheck size={16} stroke={2.2} /> : place + 1}
            </span>
            <div className={`stack gap-2 ${styles.words}`}>
              <h3>
                {t(`step.${step}`)}
                {isDone && <span className="visually-hidden">: {t('step-done')}</span>}
              </h3>
              {isDone ? (
                value !== '' && (
                  <p className="small muted">
                    <bdi dir="ltr">{value}</bdi>
                  </p>
                )
              ) : (
                <StepHint step={step} value={value} phoneSettings={phoneSettings} />
              )}
            </div>
            {!isDone && step !== 'address' && (
              <Button
                variant="subtle"
                size="sm"
                aria-label={t('skip-step', { step: t(`step.${step}`) })}
                onClick={() => onSkip(step)}
              >
                {t('skip')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What to do for a step that is not done. */
function StepHint({
  step,
  value,
  phoneSettings,
}: {
  step: SetUpStep
  value: string
  phoneSettings: string | null
}) {
  const { t } = useTranslation('set-up')
  if (step === 'mail' && value !== '') return <TestMessage email={value} />
  return (
    <>
      <p className="small muted">
        {t(`do.${step}`, { address: bidiIsolate(value) })} <OperatorGuideLink {...SET_UP_GUIDES[step]} />
      </p>
      {(step === 'mail' || step === 'registration') && (
        <p>
          <Link to="/admin/site-settings" className={buttonClass({ variant: 'default', size: 'sm' })}>
            {t('open-settings')}
          </Link>
        </p>
      )}
      {step === 'address' && phoneSettings !== null && (
        <>
          <p className="small muted">{t('phone')}</p>
          <div className={`row gap-3 ${styles.settings}`}>
            <code dir="ltr">{phoneSettings}</code>
            <CopyButton value={phoneSettings} size={32} />
          </div>
        </>
      )}
    </>
  )
}

/** The step is done by the link in the message: then it has arrived. */
function TestMessage({ email }: { email: string }) {
  const { t } = useTranslation('set-up')
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: sendTestMessage,
    onError: (error) => showToast({ kind: 'error', title: messageOf(error, t('mail.failed')) }),
  })
  const address = bidiIsolate(email)
  return (
    <>
      <p className="small muted">{t('mail.test', { email: address })}</p>
      <div className="row wrap gap-4">
        <Button variant="default" size="sm" loading={isPending} onClick={() => mutate()}>
          {t('mail.send')}
        </Button>
        <p role="status" className="small">
          {isSuccess && t('mail.sent', { email: address })}
        </p>
      </div>
    </>
  )
}
