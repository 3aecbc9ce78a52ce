import { BULK_UNDO_HOURS, type BulkRun, formatNumber, type UserCode } from '@scanleaf/shared'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerTo } from '../../../lib/api/answer-to'
import { ApiError, messageOf } from '../../../lib/api/api-error'
import { useLanguage } from '../../../lib/i18n/i18n'
import { readContent } from '../../../lib/qr/payload'
import { randomId } from '../../../lib/random-id'
import { Badge } from '../../../ui/badge/badge'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { AddressNote } from '../../../ui/field/address-note'
import { TextField } from '../../../ui/field/text-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { InfoMessage } from '../../../ui/message/info-message'
import { SegmentedControl } from '../../../ui/segmented-control/segmented-control'
import { EqualPanels } from '../../../ui/tabs/equal-panels'
import { createRun } from '../api'
import { codeTitle } from './code-title'
import styles from './dialogs.module.css'
import type { ManyDialogProps } from './many-props'
import { replacedParts } from './replaced'
import { SkippedRows } from './skipped-rows'

const WAYS = ['address', 'replace'] as const
type Way = (typeof WAYS)[number]
const WAY_LABELS = { address: 'retarget.address', replace: 'retarget.replace' } as const
const LABELS = { find: 'retarget.find-label', replace: 'retarget.replace-label' } as const

interface Typed {
  way: Way
  address: string
  find: string
  replace: string
}

/** As many codes as are shown beforehand. */
const SHOWN = 4

/** Moves the targets of the selected codes: to one address, or by a text in them that is replaced. */
export function RetargetDialog({ selection, count, codes, running, onClose }: ManyDialogProps) {
  const { t } = useTranslation(['bulk', 'common'])
  const language = useLanguage()
  const [typed, setTyped] = useState<Typed>({ way: 'replace', address: '', find: '', replace: '' })
  const [judged, setJudged] = useState<{ of: Typed; run: BulkRun } | null>(null)
  const run = judged?.of === typed ? judged.run : null
  const checking = useMutation({
    mutationFn: (of: Typed) => createRun({ kind: 'target', selection, target: targetOf(of) }, randomId()),
    onSuccess: (made, of) => setJudged({ of, run: made }),
  })
  const { way } = typed
  const isEmpty = way === 'address' ? typed.address.trim() === '' : typed.find === ''
  const change = (next: Partial<Typed>) => setTyped({ ...typed, ...next })
  const { error } = answerTo(checking, typed)
  const fields = error instanceof ApiError ? error.errors : {}

  return (
    <Dialog
      title={`${t('action.target')} (${formatNumber(count, language)})`}
      size={640}
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
              {t('retarget.save', { total: run.ready })}
            </Button>
          ) : (
            <Button disabled={isEmpty} loading={checking.isPending} onClick={() => checking.mutate(typed)}>
              {t('retarget.check')}
            </Button>
          )}
        </>
      }
    >
      <div className="stack gap-8">
        <SegmentedControl
          label={t('retarget.way')}
          value={way}
          options={WAYS.map((value) => ({ value, label: t(WAY_LABELS[value]) }))}
          onChange={(next) => change({ way: next })}
        />
        <EqualPanels
          value={way}
          panels={[
            { value: 'address', panel: <AddressPart typed={typed} fields={fields} onChange={change} /> },
            { value: 'replace', panel: <ReplaceParts typed={typed} fields={fields} onChange={change} /> },
          ]}
        />
        {!isEmpty && <Preview typed={typed} codes={codes} run={run} />}
        <ErrorMessage
          text={error && Object.keys(fields).length === 0 ? messageOf(error, t('failed')) : null}
        />
        <InfoMessage>{t('undo.within', { hours: BULK_UNDO_HOURS })}</InfoMessage>
      </div>
    </Dialog>
  )
}

interface PartProps {
  typed: Typed
  /** What is wrong, by field. */
  fields: Partial<Record<string, string>>
  onChange: (next: Partial<Typed>) => void
}

function AddressPart({ typed, fields, onChange }: PartProps) {
  const { t } = useTranslation('content-types')
  return (
    <TextField
      label={t('field.content')}
      dir="ltr"
      inputMode="url"
      placeholder="https://"
      autoComplete="off"
      value={typed.address}
      error={fields['target.address']}
      hint={<AddressNote typed={typed.address} />}
      onChange={(event) => onChange({ address: event.currentTarget.value })}
    />
  )
}

function ReplaceParts({ typed, fields, onChange }: PartProps) {
  const { t } = useTranslation('bulk')
  return (
    <div className={`gap-6 ${styles.two}`}>
      {(['find', 'replace'] as const).map((name) => (
        <TextField
          key={name}
          label={t(LABELS[name])}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          value={typed[name]}
          error={fields[`target.${name}`]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}

const targetOf = ({ way, address, find, replace }: Typed) =>
  way === 'address' ? { address: address.trim() } : { find, replace }

interface PreviewProps {
  typed: Typed
  codes: readonly UserCode[]
  /** Once they are checked: how many change, and why others do not. */
  run: BulkRun | null
}

/** The first codes before and after. */
function Preview({ typed, codes, run }: PreviewProps) {
  const { t } = useTranslation(['bulk', 'generator'])
  const withTarget = codes.flatMap((code) => {
    const from = readContent(code.codeContent)?.['content']
    return from === undefined ? [] : [{ id: code.id, name: codeTitle(code), from }]
  })
  const changing = withTarget.filter(({ from }) => typed.way === 'address' || from.includes(typed.find))
  return (
    <div className={styles.preview}>
      <div className={`row wrap gap-3 ${styles.previewHead}`} role="status">
        <b>{t('generator:preview')}</b>
        {run && <Badge tone="good">{t('retarget.ready', { total: run.ready })}</Badge>}
        {run && run.skipped > 0 && (
          <Badge tone="warning">{t('retarget.refused', { total: run.skipped })}</Badge>
        )}
      </div>
      {changing.slice(0, SHOWN).map(({ id, name, from }) => (
        <div key={id} className={`small gap-4 ${styles.change}`}>
          <bdi>{name}</bdi>
          <bdi dir="ltr" className={`muted ${styles.target}`}>
            <Change typed={typed} from={from} />
          </bdi>
        </div>
      ))}
      {changing.length === 0 && <p className={`small gap-4 ${styles.change}`}>{t('retarget.none')}</p>}
      {run && <SkippedRows run={run} shown={SHOWN} />}
    </div>
  )
}

function Change({ typed, from }: { typed: Typed; from: string }) {
  if (typed.way === 'address')
    return (
      <>
        <del>{from}</del> <ins>{typed.address.trim()}</ins>
      </>
    )
  return replacedParts(from, typed.find, typed.replace).map(({ kind, text, place }) => {
    if (kind === 'same') return <span key={place}>{text}</span>
    return kind === 'out' ? <del key={place}>{text}</del> : <ins key={place}>{text}</ins>
  })
}
