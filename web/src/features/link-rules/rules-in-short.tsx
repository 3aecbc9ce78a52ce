import { LinkRulesInput } from '@scanleaf/shared'
import { jsonOrNull } from '@scanleaf/shared/json'
import { useTranslation } from 'react-i18next'
import type { Draft } from './draft/draft'
import { useRuleWords } from './draft/words'
import { RuleSummary } from './rule-summary'
import styles from './rules-in-short.module.css'

/** All rules, each in short, to be read. */
export function RulesInShort({ draft: { zone, pass, rules } }: { draft: Draft }) {
  const { t } = useTranslation('link-rules')
  const { ruleName, passedText } = useRuleWords()
  return (
    <>
      <p className="small muted">
        {t('zone')}: <bdi dir="ltr">{zone}</bdi>
      </p>
      {pass.length > 0 && <p className="small muted">{t('pass.list', { names: passedText(pass) })}</p>}
      {rules.length === 0 && <p className="small">{t('none.title')}</p>}
      <ol className={styles.rules}>
        {rules.map((rule, place) => (
          <li key={rule.key}>
            <b>
              <bdi>{ruleName(rule, place)}</bdi>
            </b>
            {!rule.on && <span className="small muted"> · {t('off')}</span>}
            <RuleSummary rule={rule} />
            {'end' in rule.outcome && rule.outcome.end.text !== '' && (
              <p className="small muted">
                <bdi>{rule.outcome.end.text}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

const Proposed = LinkRulesInput.omit({ revision: true })

/** The rules of a proposal. @param text JSON of their zone, rules and parameters handed on; empty for none */
export function ProposedRules({ text }: { text: string }) {
  const { t } = useTranslation('link-rules')
  if (text === '') return <p className="small">{t('none.title')}</p>
  const { zone, pass = [], rules } = Proposed.parse(jsonOrNull(text))
  return <RulesInShort draft={{ zone, pass, rules: rules.map((rule, key) => ({ ...rule, key })) }} />
}
