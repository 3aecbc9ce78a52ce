import type { BulkRun } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { useTranslation } from 'react-i18next'
import styles from './steps.module.css'

const STEPS = ['file', 'dry-run', 'run', 'point'] as const
type Step = (typeof STEPS)[number]

export const STEP_OF: Record<BulkRun['state'], Step> = {
  mapping: 'dry-run',
  ready: 'dry-run',
  running: 'run',
  stopped: 'run',
  undoing: 'run',
  undone: 'run',
  done: 'point',
}

/** Where somebody is on the way in. @param note what holds for now, such as that nothing is saved yet */
export function Steps({ current, note }: { current: Step; note?: string | false }) {
  const { t } = useTranslation('bulk')
  const place = STEPS.indexOf(current)
  return (
    <div className={`row wrap small muted ${styles.head}`}>
      <ol className={`row wrap ${styles.steps}`}>
        {STEPS.map((step, index) => (
          <li
            key={step}
            className={`gap-4 ${styles.step}`}
            data-state={index < place ? 'done' : index === place ? 'current' : undefined}
            aria-current={index === place ? 'step' : undefined}
          >
            <i>{index < place ? <IconCheck size={13} stroke={2} aria-hidden /> : index + 1}</i>
            <span>{t(`import.step.${step}`)}</span>
          </li>
        ))}
      </ol>
      {note && (
        <p className={`gap-3 ${styles.note}`}>
          <IconInfoCircle size={15} stroke={1.7} aria-hidden />
          {note}
        </p>
      )}
    </div>
  )
}
