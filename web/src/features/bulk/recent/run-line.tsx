import { type BulkRun, formatNumber } from '@scanleaf/shared'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { formatDateTime } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { useMay } from '../../../lib/session/workspace'
import { Badge } from '../../../ui/badge/badge'
import { Button } from '../../../ui/button/button'
import { RecentText, recentLine } from '../../../ui/list/recent-card'
import { Menu, MenuItem } from '../../../ui/menu/menu'
import { useDropdown } from '../../../ui/menu/use-dropdown'
import { showToast } from '../../../ui/toast/toasts'
import { isMoving, undoRun, useReport, useRunAction } from '../api'
import { doneText, leftTexts, runText, spanText, stateText, undoneText } from '../job/run-texts'
import { canUndo, UndoDialog } from '../job/undo-dialog'
import styles from './run-line.module.css'

const TONES: Record<BulkRun['state'], 'good' | 'warning' | 'bad' | 'plain'> = {
  mapping: 'warning',
  ready: 'warning',
  running: 'warning',
  stopped: 'bad',
  done: 'good',
  undoing: 'warning',
  undone: 'plain',
}

/** A run: its file or its rows by name, what was done with how many of them, and when. */
export function RunLine({ run }: { run: BulkRun }) {
  const { t } = useTranslation(['bulk', 'user-codes'])
  const { id, state, kind, startedAt, createdAt, isDynamicCode } = run
  const title = (kind !== 'import' && spanText(run)) || runText(t, run)
  const list = isDynamicCode ? '/dynamic-codes/many/$id' : '/static-codes/many/$id'
  return (
    <>
      <Link
        to={kind === 'import' ? '/settings/import-export/$id' : list}
        params={{ id }}
        className={recentLine}
      >
        <RecentText title={title}>
          <Done run={run} />
          {' · '}
          {startedAt !== null && leftTexts(t, run).map((text) => <span key={text}>{text} · </span>)}
          <bdi dir="ltr" className={styles.time}>
            {formatDateTime(startedAt ?? createdAt)}
          </bdi>
        </RecentText>
        <Badge tone={TONES[state]}>{stateText(t, run)}</Badge>
      </Link>
      <LineMenu run={run} title={title} />
    </>
  )
}

/** How far it is, or what it came to. */
function Done({ run }: { run: BulkRun }) {
  const { t } = useTranslation(['bulk', 'user-codes'])
  const language = useLanguage()
  if (run.startedAt === null) return t('rows', { count: run.total })
  if (run.state === 'undone') return undoneText(t, run)
  if (!isMoving(run)) return doneText(t, run)
  return (
    <>
      {run.kind !== 'import' && `${runText(t, run)} `}
      <bdi dir="ltr">
        {formatNumber(run.done, language)} / {formatNumber(run.done + run.ready, language)}
      </bdi>
    </>
  )
}

function LineMenu({ run, title }: { run: BulkRun; title: string }) {
  const { t } = useTranslation(['bulk', 'user-codes'])
  const navigate = useNavigate()
  const { isOpen, toggle, close, closeToButton, buttonRef, rootProps } = useDropdown()
  const [isAsking, setIsAsking] = useState(false)
  const result = useReport(run)
  const mayWrite = useMay('codes:write')
  const undoing = useRunAction(() => undoRun(run.id))
  const hasCodes = run.state !== 'undone' && run.kind !== 'delete' && run.kind !== 'move' && run.done > 0
  const showFailure = (error: Error) => showToast({ kind: 'error', title: messageOf(error, t('failed')) })
  const choose = (act: () => void) => () => {
    closeToButton()
    act()
  }
  return (
    <div {...rootProps} className={styles.menu}>
      <Button
        ref={buttonRef}
        variant="subtle"
        size="sm"
        aria-label={t('user-codes:actions', { name: title })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        loading={result.isPending || undoing.isPending}
        onClick={toggle}
      >
        <IconDots size={16} stroke={1.7} aria-hidden />
      </Button>
      {isOpen && (
        <Menu anchorRef={buttonRef} label={t('user-codes:actions', { name: title })} onClose={close}>
          {hasCodes && (
            <MenuItem
              icon={<IconList size={17} stroke={1.7} aria-hidden />}
              onClick={choose(
                () =>
                  void navigate({
                    to: run.isDynamicCode ? '/dynamic-codes' : '/static-codes',
                    search: { batch: run.id },
                  }),
              )}
            >
              {t('see-codes')}
            </MenuItem>
          )}
          <MenuItem
            icon={<IconTable size={17} stroke={1.7} aria-hidden />}
            onClick={choose(() => result.mutate(undefined, { onError: showFailure }))}
          >
            {t('result.csv')}
          </MenuItem>
          {mayWrite && canUndo(run) && (
            <MenuItem
              icon={<IconArrowBackUp className="flip" size={17} stroke={1.7} aria-hidden />}
              isDangerous
              onClick={choose(() => setIsAsking(true))}
            >
              {t('undo')}
            </MenuItem>
          )}
        </Menu>
      )}
      {isAsking && (
        <UndoDialog
          run={run}
          onUndo={() => undoing.mutate(undefined, { onError: showFailure })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
