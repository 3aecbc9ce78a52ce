import { MAX_LINK_PASSWORD } from '@scanleaf/shared'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button/button'
import { AddressNote } from '../../ui/field/address-note'
import { CampaignFields } from '../../ui/field/campaign-fields'
import { TextField } from '../../ui/field/text-field'
import { TextareaField } from '../../ui/field/textarea-field'
import { SegmentedControl } from '../../ui/segmented-control/segmented-control'
import { type DraftOutcome, evenly, kindOf, type OutcomeKind, outcomeAs, weightSum } from './draft/draft'
import styles from './fields.module.css'

const KINDS: readonly OutcomeKind[] = ['to', 'split', 'end', 'ask']
const MAX_LINKS = 5
const MAX_END_TEXT = 300
const LETTERS = 'ABCDE'

export interface OutcomeFieldsProps {
  outcome: DraftOutcome
  /** The message of a field below `outcome`. */
  errorOf: (field: string) => string | undefined
  /** Begins with the focus in the first empty address. */
  startsInAddress: boolean
  /** @param field that is typed in; none for a step of its own */
  onChange: (outcome: DraftOutcome, field?: string) => void
}

/** Where a rule leads. */
export function OutcomeFields({ outcome, errorOf, startsInAddress, onChange }: OutcomeFieldsProps) {
  const { t } = useTranslation('link-rules')
  const kind = kindOf(outcome)
  return (
    <div className={styles.line} data-last>
      <span className={`row small gap-4 ${styles.label}`} aria-hidden>
        <IconArrowRight className="flip" size={16} stroke={1.7} />
        {t('outcome')}
      </span>
      <div className={`stack gap-6 ${styles.value}`}>
        <SegmentedControl
          label={t('outcome')}
          options={KINDS.map((value) => ({
            value,
            label: value === 'split' ? t('template.split') : t(`outcome.${value}`),
          }))}
          value={kind}
          onChange={(chosen) => onChange(outcomeAs(chosen, outcome))}
        />
        {'to' in outcome && (
          <AddressField
            label={t('url')}
            url={outcome.to.url}
            error={errorOf('to.url')}
            startsHere={startsInAddress && outcome.to.url === ''}
            onChange={(url) => onChange({ to: { ...outcome.to, url } }, 'to.url')}
          />
        )}
        {'split' in outcome && <SplitFields {...{ outcome, errorOf, startsInAddress, onChange }} />}
        {'ask' in outcome && <AskFields {...{ outcome, errorOf, startsInAddress, onChange }} />}
        {'end' in outcome && (
          <TextareaField
            label={t('end.text')}
            hint={t('end.hint')}
            error={errorOf('end')}
            maxLength={MAX_END_TEXT}
            value={outcome.end.text}
            onChange={({ currentTarget }) =>
              onChange({ end: { ...outcome.end, text: currentTarget.value } }, 'end.text')
            }
          />
        )}
      </div>
    </div>
  )
}

interface AskFieldsProps extends OutcomeFieldsProps {
  outcome: Extract<DraftOutcome, { ask: unknown }>
}

/** A password that was saved is never read again: one that is typed replaces it. */
function AskFields({ outcome: { ask }, errorOf, startsInAddress, onChange }: AskFieldsProps) {
  const { t } = useTranslation('link-rules')
  const { password = '', ...rest } = ask
  return (
    <>
      <AddressField
        label={t('url')}
        url={ask.url}
        error={errorOf('ask.url')}
        startsHere={startsInAddress && ask.url === ''}
        onChange={(url) => onChange({ ask: { ...ask, url } }, 'ask.url')}
      />
      <TextField
        label={t('ask.password')}
        hint={t(ask.n === undefined ? 'ask.hint' : 'ask.set')}
        error={errorOf('ask.password')}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_LINK_PASSWORD}
        value={password}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ask: value === '' ? rest : { ...rest, password: value } }, 'ask.password')
        }
      />
    </>
  )
}

interface SplitFieldsProps extends OutcomeFieldsProps {
  outcome: Extract<DraftOutcome, { split: unknown }>
}

function SplitFields({ outcome: { split }, errorOf, startsInAddress, onChange }: SplitFieldsProps) {
  const { t } = useTranslation('link-rules')
  const put = (place: number, change: Partial<(typeof split)[number]>, field: string) =>
    onChange({ split: split.map((link, at) => (at === place ? { ...link, ...change } : link)) }, field)
  const sum = weightSum(split)
  const firstEmpty = split.findIndex(({ url }) => url === '')
  return (
    <div className="stack gap-4">
      {split.map(({ url, weight }, place) => {
        const letter = LETTERS[place] ?? ''
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link is known by its letter alone
          <div key={place} className={`row gap-4 ${styles.part}`}>
            <AddressField
              label={t('link', { letter })}
              url={url}
              error={errorOf(`split.${place}.url`)}
              startsHere={startsInAddress && place === firstEmpty}
              onChange={(typed) => put(place, { url: typed }, `split.${place}.url`)}
            />
            <TextField
              className={styles.share}
              label={t('share', { letter })}
              type="number"
              inputMode="numeric"
              dir="ltr"
              min={0}
              max={100}
              end={<span className={`muted ${styles.percent}`}>%</span>}
              value={weight}
              onChange={({ currentTarget }) =>
                put(
                  place,
                  { weight: Math.min(100, Math.max(0, Math.round(Number(currentTarget.value)))) },
                  `split.${place}.weight`,
                )
              }
            />
            {split.length > 2 && (
              <IconButton
                size={38}
                className={styles.drop}
                aria-label={t('remove', { what: t('link', { letter }) })}
                onClick={() => onChange({ split: evenly(split.filter((_, at) => at !== place)) })}
              >
                <IconX size={16} stroke={1.7} aria-hidden />
              </IconButton>
            )}
          </div>
        )
      })}
      {sum === 100 ? (
        <p className="fine muted">{t('split.note')}</p>
      ) : (
        <p className={`fine ${styles.error}`} role="status">
          {t('split.sum', { sum })}
        </p>
      )}
      {split.length < MAX_LINKS && (
        <div>
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconPlus size={15} stroke={1.7} aria-hidden />}
            onClick={() => onChange({ split: evenly([...split, { url: '', weight: 0 }]) })}
          >
            {t('split.add')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface AddressFieldProps {
  label: string
  url: string
  error: string | undefined
  startsHere: boolean
  onChange: (url: string) => void
}

function AddressField({ label, url, error, startsHere, onChange }: AddressFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const starts = useRef(startsHere)
  useEffect(() => {
    if (starts.current) input.current?.focus()
    starts.current = false
  }, [])
  return (
    <div className="fill">
      <TextField
        ref={input}
        label={label}
        error={error}
        type="text"
        inputMode="url"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={url}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <AddressNote typed={url} />
      <CampaignFields address={url} onChange={onChange} />
    </div>
  )
}
