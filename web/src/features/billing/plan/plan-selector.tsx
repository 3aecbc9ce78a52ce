import { ADDON_CODES, formatNumber, isFreePlan, type Plan } from '@scanleaf/shared'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Money } from '../money'
import { quotaOf } from '../plan-limit/quota-of'
import styles from './plan-selector.module.css'

export interface PlanSelectorProps {
  plans: readonly Plan[]
  /** Code of the plan in use. */
  current: string
  onChoose: (plan: Plan) => void
}

/** All plans with their price; the arrow keys walk through them, and a press opens the change. */
export function PlanSelector({ plans, current, onChoose }: PlanSelectorProps) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const hasCurrent = plans.some(({ code }) => code === current)
  return (
    <div className={`gap-5 ${styles.plans}`} role="radiogroup" aria-label={t('plan')} onKeyDown={walk}>
      {plans.map((plan, index) => {
        const isCurrent = plan.code === current
        return (
          // biome-ignore lint/a11y/useSemanticElements: a native radio would open the change at every arrow key
          <button
            key={plan.code}
            type="button"
            role="radio"
            aria-checked={isCurrent}
            tabIndex={isCurrent || (!hasCurrent && index === 0) ? 0 : -1}
            className={`stack ${styles.plan}`}
            onClick={() => !isCurrent && onChoose(plan)}
          >
            {isCurrent && <span className={`clip ${styles.badge}`}>{t('plan.current')}</span>}
            <b className={styles.name}>{plan.name}</b>
            {!isFreePlan(plan.code) && (
              <Money amount={plan.price} className={`small muted ${styles.price}`} />
            )}
            {ADDON_CODES.map((addon) => (
              <span key={addon} className={`fine muted ${styles.price}`}>
                {t(`addon.${addon}`)}: <bdi>{formatNumber(quotaOf(plan, addon), language)}</bdi>
              </span>
            ))}
          </button>
        )
      })}
    </div>
  )
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')]
  const isMirrored = document.documentElement.dir === 'rtl' && event.key.match(/Left|Right/) !== null
  const from = radios.indexOf(document.activeElement as HTMLElement)
  radios.at((from + (isMirrored ? -step : step)) % radios.length)?.focus()
}
