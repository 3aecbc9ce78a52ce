import {
  localTimeText,
  RULE_DEVICES,
  type RuleCondition,
  type RuleTickets,
  ruleDeviceOf,
} from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Card } from '../../../ui/card/card'
import { SelectField } from '../../../ui/field/select-field'
import { TextField } from '../../../ui/field/text-field'
import { type Draft, type DraftOutcome, type DraftRule, linksOf } from '../draft/draft'
import { COUNTRIES, VISITOR_LANGUAGES } from '../draft/places'
import { useRuleWords } from '../draft/words'
import { toneOf } from '../rule-card'
import { Address } from '../rule-summary'
import styles from './bench.module.css'
import { localNow, type Tried, type TriedVisitor, tryDraft, weekOf, zoneOf } from './tried-draft'
import { Week } from './week'

export interface TestBenchProps {
  draft: Draft
  /** Of the rules as they are stored. */
  tickets: RuleTickets
  /** Where visitors get whom no rule fits. */
  ownTarget: string
  titleRef: Ref<HTMLHeadingElement>
}

/** Which rule a visitor gets, and why: of what is typed, before it is saved, and without a call. */
export function TestBench({ draft, tickets, ownTarget, titleRef }: TestBenchProps) {
  const { t } = useTranslation('link-rules')
  const language = useLanguage()
  const { deviceName, countryName, languageName } = useRuleWords()
  const [at, setAt] = useState(() => localNow(zoneOf(draft)))
  const [visitor, setVisitor] = useState<TriedVisitor>(() => ({
    device: ruleDeviceOf(navigator.userAgent),
    language: language.split('-')[0] ?? '',
    country: 'VN',
  }))
  const put = (change: Partial<TriedVisitor>) => setVisitor({ ...visitor, ...change })
  // Which one is not picked yet while a time is being typed.
  const shownAt = at === '' ? localNow(zoneOf(draft)) : at
  const tried = tryDraft(draft, shownAt, visitor, tickets)
  const named = (codes: readonly string[], nameOf: (code: string) => string) => [
    <option key="" value="">
      {t('bench.unknown')}
    </option>,
    ...codes
      .map((code) => ({ code, name: nameOf(code) }))
      .sort((a, b) => a.name.localeCompare(b.name, language))
      .map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      )),
  ]
  return (
    <Card className={styles.bench} aria-labelledby="rules-bench">
      <h2 id="rules-bench" ref={titleRef} tabIndex={-1} className="row gap-4">
        <IconPlayerPlay size={16} stroke={1.7} aria-hidden />
        {t('bench.title')}
      </h2>
      <div className={styles.fields}>
        <TextField
          label={t('bench.at')}
          type="datetime-local"
          value={at}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
        <SelectField
          label={t('bench.device')}
          value={visitor.device}
          onChange={({ currentTarget }) => put({ device: currentTarget.value as TriedVisitor['device'] })}
        >
          {RULE_DEVICES.map((device) => (
            <option key={device} value={device}>
              {deviceName(device)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('bench.country')}
          value={visitor.country}
          onChange={({ currentTarget }) => put({ country: currentTarget.value })}
        >
          {named(COUNTRIES, countryName)}
        </SelectField>
        <SelectField
          label={t('bench.language')}
          value={visitor.language}
          onChange={({ currentTarget }) => put({ language: currentTarget.value })}
        >
          {named(VISITOR_LANGUAGES, languageName)}
        </SelectField>
      </div>
      <Answer
        outcome={tried.place === null ? null : (draft.rules[tried.place]?.outcome ?? null)}
        ownTarget={ownTarget}
        pass={draft.pass}
      />
      <Reasons draft={draft} tried={tried} at={shownAt} visitor={visitor} tickets={tickets} />
      <Week week={weekOf(draft, shownAt, visitor, tickets)} rules={draft.rules} />
    </Card>
  )
}

interface AnswerProps {
  outcome: DraftOutcome | null
  ownTarget: string
  pass: readonly string[]
}

/** @param outcome of the rule that is used, or null for the code’s own target */
function Answer({ outcome, ownTarget, pass }: AnswerProps) {
  const { t } = useTranslation('link-rules')
  const { passedText } = useRuleWords()
  const urls = outcome === null ? [ownTarget] : linksOf(outcome).map(({ url }) => url)
  const one = outcome && 'ask' in outcome ? 'bench.ask' : 'bench.to'
  return (
    <div className={styles.answer} role="status">
      <p className="fine">{t(urls.length === 0 ? 'bench.end' : urls.length === 1 ? one : 'bench.split')}</p>
      {urls.length === 0 && <b>{t('end.page')}</b>}
      {urls.map((url, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two links may be the same
        <b key={place}>
          <Address url={url} />
        </b>
      ))}
      {pass.length > 0 && urls.length > 0 && (
        <p className="fine">{t('pass.list', { names: passedText(pass) })}</p>
      )}
    </div>
  )
}

interface ReasonsProps {
  draft: Draft
  tried: Tried
  at: string
  visitor: TriedVisitor
  tickets: RuleTickets
}

/** For each rule why it is used or not. */
function Reasons({ draft, tried, at, visitor, tickets }: ReasonsProps) {
  const { t } = useTranslation('link-rules')
  const { ruleName, dayName, deviceName, countryName, languageName, usedText } = useRuleWords()

  /** What the condition sees of the visitor. */
  function seen(condition: RuleCondition, rule: DraftRule): string {
    switch (condition) {
      case 'days':
        return dayName((new Date(`${at.slice(0, 10)}Z`).getUTCDay() + 6) % 7)
      case 'hours':
        return at.slice(11)
      case 'from':
      case 'until':
        return localTimeText(at)
      case 'devices':
        return deviceName(visitor.device)
      case 'languages':
        return languageName(visitor.language)
      case 'countries':
        return countryName(visitor.country)
      case 'first':
        return usedText(rule, tickets)
    }
  }

  function reason({ state, failed }: Tried['rules'][number], rule: DraftRule): string {
    if (state === 'fits') return t('bench.fits')
    if (state === 'behind') return t('bench.not-reached')
    if (state === 'off') return t('off')
    return state === 'unfinished' || failed === null
      ? t('bench.unfinished')
      : t('bench.no', { seen: seen(failed, rule) })
  }

  if (draft.rules.length === 0) return null
  return (
    <ol className={`small ${styles.reasons}`}>
      {draft.rules.map((rule, place) => {
        const one = tried.rules[place]
        if (!one) return null
        const isUsed = one.state === 'fits'
        return (
          <li key={rule.key} data-used={isUsed || undefined}>
            <span
              className={`centred ${styles.number}`}
              data-tone={isUsed ? toneOf(place) : undefined}
              aria-hidden
            >
              {place + 1}
            </span>
            <span className="clip">
              <bdi>{ruleName(rule, place)}</bdi>
            </span>
            <span className={`row fine gap-2 ${styles.reason}`}>
              {isUsed && <IconCheck size={14} stroke={2} aria-hidden />}
              {reason(one, rule)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
