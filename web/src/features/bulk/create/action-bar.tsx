import type { BulkRun } from '@scanleaf/shared'
import { formatNumber } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useLanguage } from '../../../lib/i18n/i18n'
import { BottomBar } from '../../../ui/bottom-bar/bottom-bar'
import { Button, buttonClass } from '../../../ui/button/button'
import { Checkbox } from '../../../ui/checkbox/checkbox'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import styles from './action-bar.module.css'
import type { DryRun } from './use-dry-run'

export interface ActionBarProps {
  rows: number
  dryRun: DryRun
  /** The design was kept although it does not pass the scan check. */
  anyway: boolean
  /** How much of the plan is used, before the dry run says so. */
  quota: ReactNode
}

/** What comes next, at the bottom of the screen: the check, then the codes, or the plans when they are too many. */
export function ActionBar({ rows, dryRun, anyway, quota }: ActionBarProps) {
  const { t } = useTranslation('bulk')
  const { run } = dryRun
  const error = dryRun.error && messageOf(dryRun.error, t('failed'))
  if (run) return <Checked run={run} error={error} dryRun={dryRun} anyway={anyway} />
  return (
    <BottomBar error={error} start={quota}>
      <Button size="lg" disabled={rows === 0} loading={dryRun.isChecking} onClick={dryRun.check}>
        {t('check', { count: rows })}
      </Button>
    </BottomBar>
  )
}

interface CheckedProps {
  run: BulkRun
  error: string | null
  dryRun: DryRun
  anyway: boolean
}

function Checked({ run, error, dryRun, anyway }: CheckedProps) {
  const { t } = useTranslation(['bulk', 'design'])
  const [skips, setSkips] = useState(true)
  const [leavesOutKnown, setLeavesOutKnown] = useState(true)
  const [question, setQuestion] = useState<((scanAnyway: boolean) => void) | null>(null)
  const { skipped: refused, known, room } = run
  const ready = leavesOutKnown ? run.ready - known : run.ready
  const isTooMany = room !== null && (room.left < ready || room.isPastDue)

  /** A design that the scan check does not pass is asked about first. */
  function proceed(next: (scanAnyway: boolean) => void) {
    if (run.design?.passes === false && !anyway) setQuestion(() => next)
    else next(anyway)
  }

  return (
    <BottomBar
      error={error}
      start={
        isTooMany ? (
          <TooMany ready={ready} room={room} />
        ) : (
          room && <Room used={room.used} limit={room.limit} more={ready} />
        )
      }
    >
      {known > 0 && (
        <Choice
          label={t('skip.known', { total: known })}
          isOn={leavesOutKnown}
          onToggle={() => setLeavesOutKnown(!leavesOutKnown)}
        />
      )}
      {isTooMany ? (
        <>
          {room.left > 0 && !room.isPastDue && (
            <Button
              variant="default"
              loading={dryRun.isStarting}
              onClick={() =>
                proceed((scanAnyway) => dryRun.startFirst(room.left, { scanAnyway, leavesOutKnown }))
              }
            >
              {t('create.first', { total: room.left })}
            </Button>
          )}
          <Link to="/payment/$tab" params={{ tab: 'dashboard' }} className={buttonClass({ size: 'lg' })}>
            {t('plans')}
          </Link>
        </>
      ) : (
        <>
          {refused > 0 && ready > 0 && (
            <Choice label={t('skip')} isOn={skips} onToggle={() => setSkips(!skips)} />
          )}
          <Button
            size="lg"
            disabled={ready === 0 || (refused > 0 && !skips)}
            loading={dryRun.isStarting}
            onClick={() => proceed((scanAnyway) => dryRun.start({ scanAnyway, leavesOutKnown }))}
          >
            {t('create', { count: ready })}
          </Button>
        </>
      )}
      {question && (
        <ConfirmDialog
          isOpen
          title={t('design:anyway.title')}
          text={t('design:anyway.text')}
          confirmLabel={t('design:anyway.go-on')}
          onConfirm={() => {
            setQuestion(null)
            question(true)
          }}
          onClose={() => setQuestion(null)}
        />
      )}
    </BottomBar>
  )
}

interface ChoiceProps {
  label: string
  isOn: boolean
  onToggle: () => void
}

const Choice = ({ label, isOn, onToggle }: ChoiceProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in its own component
  <label className={`row muted gap-4 ${styles.skip}`}>
    <Checkbox label={label} isChecked={isOn} onToggle={onToggle} />
    <span aria-hidden="true">{label}</span>
  </label>
)

/** How full the plan is now, and will be. */
function Room({ used, limit, more }: { used: number; limit: number; more: number }) {
  const { t } = useTranslation('bulk')
  const share = (count: number) => `${Math.min(100, (count / Math.max(limit, 1)) * 100)}%`
  return (
    <div className={`small ${styles.room}`}>
      <div className={styles.track} aria-hidden="true">
        <i className={styles.more} style={{ width: share(used + more) }} />
        <i style={{ width: share(used) }} />
      </div>
      <p>{t('room', { used, after: used + more, limit })}</p>
    </div>
  )
}

function TooMany({ ready, room }: { ready: number; room: NonNullable<BulkRun['room']> }) {
  const { t } = useTranslation('bulk')
  const language = useLanguage()
  const { used, limit, left, isPastDue } = room
  return (
    <div className={`row gap-6 ${styles.tooMany}`} role="status">
      <span className={`centred ${styles.warning}`} aria-hidden="true">
        <IconAlertTriangle size={20} stroke={1.7} />
      </span>
      <div>
        <b>{isPastDue ? t('room.past-due') : t('room.left', { total: Math.max(0, left) })}</b>
        <p>
          <bdi dir="ltr">
            {formatNumber(used, language)} / {formatNumber(limit, language)}
          </bdi>
          {' · '}
          {t('room.ready', { total: ready })}
        </p>
      </div>
    </div>
  )
}
