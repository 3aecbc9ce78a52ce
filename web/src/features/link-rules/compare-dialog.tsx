import type { LinkRules } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import styles from './compare-dialog.module.css'
import { type Draft, draftOf } from './draft/draft'
import { useRuleWords } from './draft/words'
import { RuleSummary } from './rule-summary'

export interface CompareDialogProps {
  title: string
  theirs: LinkRules
  mine: Draft
  onUse: () => void
  onKeep: () => void
  onClose: () => void
}

/** The rules that somebody else saved beside those that are typed here. */
export function CompareDialog({ title, theirs, mine, onUse, onKeep, onClose }: CompareDialogProps) {
  const { t } = useTranslation('link-rules')
  return (
    <Dialog
      title={title}
      size={860}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onUse}>
            {t('conflict.use')}
          </Button>
          <Button onClick={onKeep}>{t('conflict.keep')}</Button>
        </>
      }
    >
      <div className={`gap-8 ${styles.sides}`}>
        <Side title={t('conflict.theirs')} draft={draftOf(theirs)} />
        <Side title={t('conflict.mine')} draft={mine} />
      </div>
    </Dialog>
  )
}

function Side({ title, draft: { zone, rules } }: { title: string; draft: Draft }) {
  const { t } = useTranslation('link-rules')
  const { ruleName } = useRuleWords()
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className="small muted">
        {t('zone')}: <bdi dir="ltr">{zone}</bdi>
      </p>
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
    </section>
  )
}
