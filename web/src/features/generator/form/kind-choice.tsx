import { useTranslation } from 'react-i18next'
import type { CodeKind } from '../state/tabs'
import styles from './kind-choice.module.css'

const KINDS = ['dynamic', 'static'] as const

/** Dynamic or static, with the consequences of each. */
export function KindChoice({ kind, onChange }: { kind: CodeKind; onChange: (kind: CodeKind) => void }) {
  const { t } = useTranslation('generator')
  return (
    <fieldset className={`gap-6 ${styles.choice}`}>
      <legend className="visually-hidden">{t('kind')}</legend>
      {KINDS.map((each) => (
        <label key={each} className={`gap-6 ${styles.card}`}>
          <input
            type="radio"
            name="kind"
            value={each}
            className={styles.radio}
            aria-labelledby={`kind-${each}`}
            aria-describedby={`kind-${each}-text`}
            checked={kind === each}
            onChange={() => onChange(each)}
          />
          <span>
            <span className={`row wrap ${styles.title}`}>
              <b id={`kind-${each}`}>{t(`kind.${each}`)}</b>
              {each === 'dynamic' && <span className={styles.badge}>{t('recommended')}</span>}
            </span>
            <span id={`kind-${each}-text`} className={`small muted ${styles.text}`}>
              {t(`kind.${each}-text`)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
