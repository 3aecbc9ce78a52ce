import { BULK_UNDO_HOURS, type BulkRun, formatNumber } from '@scanleaf/shared'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerTo } from '../../../lib/api/answer-to'
import { messageOf } from '../../../lib/api/api-error'
import { useLanguage } from '../../../lib/i18n/i18n'
import { randomId } from '../../../lib/random-id'
import { Badge } from '../../../ui/badge/badge'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { SelectField } from '../../../ui/field/select-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { InfoMessage } from '../../../ui/message/info-message'
import { createRun } from '../api'
import styles from './dialogs.module.css'
import type { ManyDialogProps } from './many-props'
import { SkippedRows } from './skipped-rows'

/** As many codes that stay are shown beforehand. */
const SHOWN = 10

/** Moves the selected codes to another workspace, once it is known which of them may move. */
export function MoveDialog({ selection, count, destinations, running, onClose }: ManyDialogProps) {
  const { t } = useTranslation(['bulk', 'common'])
  const language = useLanguage()
  const [to, setTo] = useState(destinations[0]?.id ?? '')
  const [judged, setJudged] = useState<{ to: string; run: BulkRun } | null>(null)
  const run = judged?.to === to ? judged.run : null
  const checking = useMutation({
    mutationFn: (workspace: string) => createRun({ kind: 'move', selection, to: workspace }, randomId()),
    onSuccess: (made, workspace) => setJudged({ to: workspace, run: made }),
  })
  const { error } = answerTo(checking, to)
  return (
    <Dialog
      title={`${t('action.move')} (${formatNumber(count, language)})`}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          {run ? (
            <Button
              disabled={run.ready === 0}
              loading={running.isPending}
              onClick={() => running.mutate({ body: run }, { onSuccess: onClose })}
            >
              {t('move.save', { total: run.ready })}
            </Button>
          ) : (
            <Button loading={checking.isPending} onClick={() => checking.mutate(to)}>
              {t('move.check')}
            </Button>
          )}
        </>
      }
    >
      <div className="stack gap-8">
        <SelectField
          label={t('move.to')}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        >
          {destinations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <p className="small muted">{t('move.text')}</p>
        {run && (
          <div className={styles.preview}>
            <div className={`row wrap gap-3 ${styles.previewHead}`} role="status">
              <Badge tone="good">{t('move.ready', { total: run.ready })}</Badge>
              {run.skipped > 0 && <Badge tone="warning">{t('move.refused', { total: run.skipped })}</Badge>}
            </div>
            <SkippedRows run={run} shown={SHOWN} />
          </div>
        )}
        <ErrorMessage text={error ? messageOf(error, t('failed')) : null} />
        <InfoMessage>{t('undo.within', { hours: BULK_UNDO_HOURS })}</InfoMessage>
      </div>
    </Dialog>
  )
}
