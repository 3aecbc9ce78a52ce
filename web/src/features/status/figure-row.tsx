import { STATUS_THRESHOLDS, type StatusFigure, type StatusThreshold } from '@scanleaf/shared'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OperatorGuideLink } from '../../ui/page/operator-guide-link'
import { HINTS, VIEW_OF } from './hints'
import { StateIcon, StateMark } from './state-icon'
import styles from './status.module.css'
import { useFigureText } from './units'

/** One metric, its threshold, and, when it is not good, what to do. */
export function FigureRow({ figure: { check, figure, state, subjects } }: { figure: StatusFigure }) {
  const { t } = useTranslation('status')
  const textOf = useFigureText()
  const { unit, threshold: bar }: StatusThreshold = STATUS_THRESHOLDS[check]
  const [side, limit] = 'above' in bar ? (['above', bar.above] as const) : (['below', bar.below] as const)
  const isGood = state === 'good'
  return (
    <li className={`gap-5 ${styles.row}`} data-state={state}>
      <StateIcon state={state} size={18} />
      <div className={`gap-2 ${styles.words}`}>
        <p className={`row wrap ${styles.label}`}>
          {t(`check.${check}`)}
          {isGood ? (
            <span className="visually-hidden">: {t('state.good')}</span>
          ) : (
            <StateMark state={state} />
          )}
        </p>
        {subjects.length > 0 && (
          <p className={`wrap fine ${styles.subjects}`}>
            {subjects.map((subject) => (
              <bdi key={subject} dir="ltr">
                {subject}
              </bdi>
            ))}
          </p>
        )}
        {!isGood && <Hint check={check} />}
      </div>
      <p className={styles.value}>
        {figure === null ? t('none') : textOf(figure, unit)}
        <span className={`fine muted ${styles.bar}`}>{t(`bar.${side}`, { bar: textOf(limit, unit) })}</span>
      </p>
    </li>
  )
}

function Hint({ check }: { check: StatusFigure['check'] }) {
  const { t } = useTranslation('status')
  const view = VIEW_OF[check]
  const { guide } = STATUS_THRESHOLDS[check]
  return (
    <p className={`small ${styles.hint}`}>
      {t(`do.${HINTS[check]}`)}{' '}
      {view ? (
        <Link to="/admin/billing" search={{ view } as object}>
          {t('open')}
        </Link>
      ) : (
        <OperatorGuideLink {...guide} />
      )}
    </p>
  )
}
