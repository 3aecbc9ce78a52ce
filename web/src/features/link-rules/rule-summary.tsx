import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { useTranslation } from 'react-i18next'
import { withoutProtocol } from '../../lib/format/format'
import { CONDITION_ICONS } from './draft/condition-icons'
import { conditionsOf, type DraftOutcome, type DraftRule, linksOf } from './draft/draft'
import { useRuleWords } from './draft/words'
import styles from './summary.module.css'

interface RuleSummaryProps {
  rule: Pick<DraftRule, 'when' | 'outcome'>
  /** How many of the first scans are used. */
  used?: string | null
}

/** When a rule fits and where it leads, in short. */
export function RuleSummary({ rule, used = null }: RuleSummaryProps) {
  const { t } = useTranslation('link-rules')
  const { conditionText } = useRuleWords()
  const conditions = conditionsOf(rule.when)
  return (
    <>
      <ul className={`wrap gap-3 ${styles.tokens}`}>
        {conditions.length === 0 && <li className={`small ${styles.token}`}>{t('always')}</li>}
        {conditions.map((condition) => {
          const Icon = CONDITION_ICONS[condition]
          const text = conditionText(condition, rule.when)
          return (
            <li key={condition} className={`row small gap-3 ${styles.token}`}>
              <Icon size={14} stroke={1.7} aria-hidden />
              <bdi className="clip">
                {condition === 'first' && used !== null ? `${text} · ${used}` : text}
              </bdi>
            </li>
          )
        })}
      </ul>
      <Outcome outcome={rule.outcome} />
    </>
  )
}

function Outcome({ outcome }: { outcome: DraftOutcome }) {
  const { t } = useTranslation('link-rules')
  if ('split' in outcome) return <SplitBar split={outcome.split} />
  const isEnd = 'end' in outcome
  const Icon = isEnd ? IconFileText : IconArrowRight
  const [link] = linksOf(outcome)
  return (
    <p className={`row small gap-3 ${styles.goes}`}>
      <Icon className={isEnd ? undefined : 'flip'} size={15} stroke={1.7} aria-hidden />
      {'ask' in outcome && <IconLock size={15} stroke={1.7} role="img" aria-label={t('outcome.ask')} />}
      {link ? <Address url={link.url} /> : t('end.page')}
    </p>
  )
}

/** As it is read, without its scheme; a dash while there is none. */
export const Address = ({ url }: { url: string }) => (
  <bdi dir="ltr" className="clip">
    {withoutProtocol(url) || '—'}
  </bdi>
)

/** The links of a split with their shares. */
function SplitBar({ split }: Extract<DraftOutcome, { split: unknown }>) {
  return (
    <div className={styles.split}>
      <span className={styles.bar} dir="ltr" aria-hidden>
        {split.map(({ weight }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link is known by its place alone
          <i key={place} style={{ flexGrow: weight, opacity: 1 - place * 0.18 }} />
        ))}
      </span>
      <ul>
        {split.map(({ url, weight }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link is known by its place alone
          <li key={place} className="row small gap-4">
            <b>{weight}%</b>
            <Address url={url} />
          </li>
        ))}
      </ul>
    </div>
  )
}
