import { type CodeBatch, formatNumber } from '@scanleaf/shared'
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
import { Badge } from '../../../ui/badge/badge'
import { Button } from '../../../ui/button/button'
import { RecentText, recentLine } from '../../../ui/list/recent-card'
import { Menu, MenuItem } from '../../../ui/menu/menu'
import { useDropdown } from '../../../ui/menu/use-dropdown'
import { showToast } from '../../../ui/toast/toasts'
import { isMoving, undoBatch, useBatchAction, useResultFile } from '../api'
import { doneText, jobText, leftTexts, spanText, stateText } from '../job/job-name'
import { canUndo, UndoDialog } from '../job/undo-dialog'
import styles from './batch-line.module.css'

const TONES: Record<CodeBatch['state'], 'good' | 'warning' | 'bad' | 'plain'> = {
  ready: 'plain',
  running: 'warning',
  stopped: 'bad',
  done: 'good',
  undoing: 'warning',
  undone: 'plain',
}

/** A batch: its rows by name, what was done with how many of them, and when. */
export function BatchLine({ batch }: { batch: CodeBatch }) {
  const { t } = useTranslation(['code-batches', 'user-codes'])
  const { id, state, startedAt, createdAt, isDynamicCode } = batch
  const title = spanText(batch) || jobText(t, batch)
  return (
    <>
      <Link
        to={isDynamicCode ? '/dynamic-codes/many/$id' : '/static-codes/many/$id'}
        params={{ id }}
        className={recentLine}
      >
        <RecentText title={title}>
          <Done batch={batch} />
          {' · '}
          {leftTexts(t, batch).map((text) => (
            <span key={text}>{text} · </span>
          ))}
          <bdi dir="ltr" className={styles.time}>
            {formatDateTime(startedAt ?? createdAt)}
          </bdi>
        </RecentText>
        <Badge tone={TONES[state]}>{stateText(t, batch)}</Badge>
      </Link>
      <LineMenu batch={batch} title={title} />
    </>
  )
}

/** How far it is, or what it came to. */
function Done({ batch }: { batch: CodeBatch }) {
  const { t } = useTranslation(['code-batches', 'user-codes'])
  const language = useLanguage()
  if (batch.state === 'undone') return t('undone', { total: batch.undone })
  if (!isMoving(batch)) return doneText(t, batch)
  return (
    <>
      {jobText(t, batch)}{' '}
      <bdi dir="ltr">
        {formatNumber(batch.done, language)} / {formatNumber(batch.done + batch.ready, language)}
      </bdi>
    </>
  )
}

function LineMenu({ batch, title }: { batch: CodeBatch; title: string }) {
  const { t } = useTranslation(['code-batches', 'user-codes'])
  const navigate = useNavigate()
  const { isOpen, toggle, close, closeToButton, buttonRef, rootProps } = useDropdown()
  const [isAsking, setIsAsking] = useState(false)
  const result = useResultFile(batch)
  const undoing = useBatchAction(() => undoBatch(batch.id))
  const hasCodes = batch.state !== 'undone' && batch.kind !== 'delete' && batch.done > 0
  const showFailure = (error: Error) => showToast({ kind: 'error', title: messageOf(error, t('failed')) })
  const run = (act: () => void) => () => {
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
              onClick={run(
                () =>
                  void navigate({
                    to: batch.isDynamicCode ? '/dynamic-codes' : '/static-codes',
                    search: { batch: batch.id },
                  }),
              )}
            >
              {t('see-codes')}
            </MenuItem>
          )}
          <MenuItem
            icon={<IconTable size={17} stroke={1.7} aria-hidden />}
            onClick={run(() => result.mutate(undefined, { onError: showFailure }))}
          >
            {t('result.csv')}
          </MenuItem>
          {canUndo(batch) && (
            <MenuItem
              icon={<IconArrowBackUp className="flip" size={17} stroke={1.7} aria-hidden />}
              isDangerous
              onClick={run(() => setIsAsking(true))}
            >
              {t('undo')}
            </MenuItem>
          )}
        </Menu>
      )}
      {isAsking && (
        <UndoDialog
          batch={batch}
          onUndo={() => undoing.mutate(undefined, { onError: showFailure })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
